// Compile every module by the Python of the phone, and pack them: node compile.mjs PYODIDE TREE OUT
// `tree` holds app/ and site/. OUT gets pyodide/python_stdlib.zip, which starts Python, and app.zip with all the rest.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [pyodide, tree, out] = process.argv.slice(2).map((each) => path.resolve(each));
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const py = await loadPyodide({ indexURL: `${pyodide}/` });
for (const [place, root] of [["/tree", tree], ["/out", out], ["/pyodide", pyodide]]) {
  py.FS.mkdirTree(place);
  py.FS.mount(py.FS.filesystems.NODEFS, { root }, place);
}
py.runPython(fs.readFileSync(new URL("compile.py", import.meta.url), "utf8"));
