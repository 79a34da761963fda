// The web worker: it starts Python with the wheel of keltis, and passes requests to play_tables.answer.
import { loadPyodide } from "./pyodide.mjs";

const original = globalThis.fetch;
const { archives, fetched } = await (await original(new URL("manifest.json", import.meta.url))).json();
let received = 0;

function fail(reason) {
  postMessage({ failure: String(reason) });
}

// Pyodide fetches its files itself, so progress is counted here. Without one of them it may wait for ever.
globalThis.fetch = async (...request) => {
  const response = await original(...request).catch((error) => {
    fail(error);
    throw error;
  });
  if (!response.ok) fail(`${response.url}: ${response.status}`);
  if (response.body === null) return response;
  const count = new TransformStream({
    transform(chunk, controller) {
      received += chunk.byteLength;
      postMessage({ progress: Math.min(received / fetched, 1) });
      controller.enqueue(chunk);
    },
  });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(count), { status, headers });
};

async function start() {
  const [python, ...files] = await Promise.all([
    loadPyodide({ indexURL: new URL(".", import.meta.url).href }),
    ...archives.map(async (name) => (await fetch(new URL(name, import.meta.url))).arrayBuffer()),
  ]);
  globalThis.fetch = original;
  postMessage({ progress: 1 });
  // Both archives have the layout of site-packages.
  for (const file of files) python.unpackArchive(new Uint8Array(file), "wheel");
  return python.pyimport("play_tables").answer;
}

const started = start();
started.then(() => postMessage({ ready: true }), fail);
addEventListener("unhandledrejection", ({ reason }) => fail(reason));

self.onmessage = async ({ data: { id, request } }) => {
  try {
    const answer = await started;
    postMessage({ id, response: answer(JSON.stringify(request)) });
  } catch (error) {
    // The last line of a Python traceback says what is wrong.
    const message = String(error).trim().split("\n").at(-1);
    postMessage({ id, response: JSON.stringify({ error: message }) });
  }
};
