// Run tests of the app by the Python of the phone: node suite.mjs PYODIDE FOLDER WHEELS REPOSITORY TESTS...
// PYODIDE is its whole package, FOLDER is made by build_phone, WHEELS holds the unpacked packages of the tests.
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, folder, wheels, repository, ...tests] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const py = await loadPyodide({ indexURL: `${pyodide}/` });
for (const [place, root] of [["/wheels", wheels], ["/repository", repository]]) {
  py.FS.mkdirTree(place);
  py.FS.mount(py.FS.filesystems.NODEFS, { root }, place);
}
py.FS.writeFile("/app.xz", fs.readFileSync(`${folder}/app.xz`));
py.globals.set("TESTS", py.toPy(tests));
const run = () => py.runPython(`
import lzma, os, sys, zipfile
from io import BytesIO
zipfile.ZipFile(BytesIO(lzma.decompress(open("/app.xz", "rb").read()))).extractall("/cuajo")
sys.path[:0] = ["/repository", "/wheels"]
sys.path.append("/cuajo/site")
sys.dont_write_bytecode = True
os.chdir("/repository")
os.environ |= {"DJANGO_ALLOW_ASYNC_UNSAFE": "1", "TZ": "UTC"}
import pytest

class Xdist:
    """The hook that conftest answers, without its plugin."""
    @pytest.hookspec
    def pytest_xdist_auto_num_workers(config): ...

class Plugin:
    def pytest_addhooks(self, pluginmanager):
        pluginmanager.add_hookspecs(Xdist)

plugins = ("cacheprovider", "faulthandler", "threadexception", "unraisableexception")
# threads and processes are not there
APART = ["--ignore=tests/operations/test_concurrency.py", "--deselect=tests/games/test_documents.py::test_every_example_of_the_library_document_holds_also_without_django"]
options = [*(f"-pno:{name}" for name in plugins), "-oaddopts=", "-ofaulthandler_timeout=0", "-q", "--tb=line", "-rfE", "-Wignore"]
int(pytest.main([*options, *APART, *TESTS], plugins=[Plugin()]))
`);
try {
  process.exitCode = run();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
