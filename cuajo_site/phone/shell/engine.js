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

const contentOf = async (found) => new Uint8Array(await (await found).arrayBuffer());

// Lzma takes a quarter of a start. So the unpacked archive is kept beside the files of its version.
const findArchive = async (file, root) => {
  const { version } = await (await file("files.json")).json();
  const [cache, place] = [await caches.open(`phone-${version}`), new URL("app.zip", root)];
  const kept = await cache.match(place);
  const keep = (unpacked) => cache.put(place, new Response(unpacked)).catch(() => {}); // a full browser starts without it
  return { isUnpacked: Boolean(kept), content: await contentOf(kept ?? file("app.xz")), keep };
};

const start = async ({ root, zone, year }) => {
  const file = (name) => fetch(new URL(name, root));
  const found = findArchive(file, root);
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", root));
  py = await loadPyodide({ indexURL: new URL("pyodide/", root).href });
  const { isUnpacked, content, keep } = await found;
  py.FS.writeFile(isUnpacked ? "/app.zip" : "/app.xz", content);
  if (!isUnpacked) {
    py.runPython(`
import lzma, os
with open("/app.xz", "rb") as packed, open("/app.zip", "wb") as unpacked:
    unpacked.write(lzma.decompress(packed.read()))
os.remove("/app.xz")
`);
    keep(py.FS.readFile("/app.zip"));
  }
  py.runPython(`
import os, sys, zipfile
zipfile.ZipFile("/app.zip").extractall("/cuajo")
os.remove("/app.zip")
sys.path[:0] = ["/cuajo/app", "/cuajo/site"]
sys.path.append("/cuajo/lib")
`);
  py.FS.mkdirTree("/data");
  py.FS.chmod("/data", 0o700);
  keeps = !year;
  if (keeps) {
    py.FS.mount(py.FS.filesystems.IDBFS, {}, "/data");
    await stored(true);
  } else py.FS.writeFile("/data/cuajo.sqlite3", await contentOf(file("year.sqlite3")));
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
