// Python in a worker: it keeps the books in IndexedDB and answers one request after the other.
let py, answer;
let keeps = true;
let seen = "";

const stored = (fromDisk) =>
  new Promise((done, failed) => py.FS.syncfs(fromDisk, (error) => (error ? failed(error) : done())));

const changedFiles = () =>
  ["cuajo.sqlite3", "cookies.json", "secret_key"]
    .map((name) => {
      const { node } = py.FS.analyzePath(`/data/${name}`).exists ? py.FS.lookupPath(`/data/${name}`) : {};
      return node ? `${+new Date(node.mtime ?? 0)} ${node.usedBytes}` : "";
    })
    .join();

const start = async ({ root, zone, year }) => {
  const file = (name) => fetch(new URL(name, root));
  const archive = file("app.xz").then((found) => found.arrayBuffer());
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", root));
  py = await loadPyodide({ indexURL: new URL("pyodide/", root).href });
  py.FS.writeFile("/app.xz", new Uint8Array(await archive));
  py.runPython(`
import lzma, os, sys, zipfile
from io import BytesIO
zipfile.ZipFile(BytesIO(lzma.decompress(open("/app.xz", "rb").read()))).extractall("/cuajo")
os.remove("/app.xz")
sys.path[:0] = ["/cuajo/app", "/cuajo/site"]
sys.path.append("/cuajo/lib")
`);
  py.FS.mkdirTree("/data");
  py.FS.chmod("/data", 0o700);
  keeps = !year;
  if (keeps) {
    py.FS.mount(py.FS.filesystems.IDBFS, {}, "/data");
    await stored(true);
  } else py.FS.writeFile("/data/cuajo.sqlite3", new Uint8Array(await (await file("year.sqlite3")).arrayBuffer()));
  const App = py.runPython("from cuajo_site.phone.bridge import App; App");
  const app = App.callKwargs({ zone, folder: new URL(root).pathname });
  const first = app.open();
  answer = app.answer;
  if (keeps) await stored(false);
  seen = changedFiles();
  return first;
};

const ask = async ({ method, url, headers, body }) => {
  const { protocol, host, pathname, search } = new URL(url);
  const content = py.toPy(body ?? new Uint8Array());
  const asked = [protocol.slice(0, -1), host, decodeURIComponent(pathname), search.slice(1)];
  const got = answer(method, py.toPy(asked), py.toPy(headers), content.tobytes());
  const [status, told, data] = [got.get(0), JSON.parse(got.get(1)), got.get(2).toJs()];
  got.destroy();
  // The answer is given once its transaction is stored.
  if (keeps && changedFiles() !== seen) {
    await stored(false);
    seen = changedFiles();
  }
  return { status, headers: told, body: data };
};

let queue = Promise.resolve();
self.onmessage = ({ data, ports }) => {
  queue = queue.then(async () => {
    try {
      ports[0].postMessage({ ok: data.start ? await start(data.start) : await ask(data) });
    } catch (error) {
      console.error(error);
      ports[0].postMessage({ error: String(error) });
    }
  });
};
