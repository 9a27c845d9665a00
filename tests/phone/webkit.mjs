// Nights in WebKitGTK, the engine family of Safari: over a reload, in a second tab and without a network.
// node webkit.mjs FOLDER, which build_phone made; it needs WebKitWebDriver, its MiniBrowser and xvfb-run.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";

const [folder] = process.argv.slice(2);
const LIMIT = 300_000; // milliseconds, on a machine that does much else
const PORT = 9420;
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".json": "application/json", ".svg": "image/svg+xml" };
const browser = fs.globSync?.("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")[0] ?? "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser";
const night = fs.readFileSync(new URL("webkit_night.js", import.meta.url), "utf8");

const host = http.createServer(({ url }, answer) => {
  const file = path.join(folder, new URL(url, "http://host").pathname.replace(/^\/cuajo\//, "").replace(/^$/, "index.html"));
  const found = fs.existsSync(file) && fs.statSync(file).isFile();
  answer.writeHead(found ? 200 : 404, { "Content-Type": TYPES[path.extname(file)] ?? "application/octet-stream" });
  answer.end(found ? fs.readFileSync(file) : "");
});
await new Promise((done) => host.listen(0, "localhost", done));
const address = `http://localhost:${host.address().port}/cuajo/`;

const driver = spawn("xvfb-run", ["--auto-servernum", "WebKitWebDriver", `--port=${PORT}`], { detached: true, stdio: "inherit" });
const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
let session = `http://127.0.0.1:${PORT}/session`;
const ask = async (method, place, told) => {
  const answer = await fetch(session + place, { method, body: told && JSON.stringify(told) });
  const { value } = await answer.json();
  assert(answer.ok, JSON.stringify(value));
  return value;
};
const step = (name) => ask("POST", "/execute/async", { script: night, args: [name] });
const opened = async () => {
  for (let tries = 0; tries < 100; tries += 1) {
    const listens = await fetch(`http://127.0.0.1:${PORT}/status`).catch(() => null);
    if (listens) break;
    await pause(200);
  }
  const wanted = { "webkitgtk:browserOptions": { binary: browser, args: ["--automation"] }, timeouts: { script: LIMIT } };
  return (await ask("POST", "", { capabilities: { alwaysMatch: wanted } })).sessionId;
};

try {
  session += `/${await opened()}`;
  await ask("POST", "/url", { url: address });
  const table = await step("start");
  await ask("POST", "/refresh", {});
  assert.equal(await step("shown"), table);
  host.close();
  host.closeAllConnections();
  await ask("POST", "/refresh", {});
  assert.equal(await step("record"), table);
  const { handle } = await ask("POST", "/window/new", { type: "tab" });
  await ask("POST", "/window", { handle });
  await ask("POST", "/url", { url: table });
  assert.equal(await step("shown again"), table);
  await step("khanhoo");
  assert.deepEqual((await step("copy")).sort(), [1, 2]);
  console.log("Nights in WebKitGTK: kept over a reload, in a second tab and without a network, and copied.");
} finally {
  await ask("DELETE", "").catch(() => {});
  process.kill(-driver.pid);
}
process.exit(process.exitCode);
