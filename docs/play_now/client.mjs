// Requests to the worker.

export class Client {
  #worker = null;
  #waiting = new Map();
  #requests = 0;

  /** Start the worker; resolves when Python can answer. */
  start(onProgress) {
    this.#worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    return new Promise((resolve, reject) => {
      this.#worker.onerror = (event) => reject(new Error(event.message || "a file of the page cannot be loaded"));
      this.#worker.onmessage = ({ data }) => {
        if ("progress" in data) onProgress(data.progress);
        else if ("ready" in data) resolve();
        else if ("failure" in data) reject(new Error(data.failure));
        else this.#settle(data);
      };
    });
  }

  /** Stop the worker, so that another can start. */
  stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Send a request; resolves with the response, in the order of the requests. */
  call(request) {
    const id = ++this.#requests;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, request });
    });
  }

  #settle({ id, response }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    const result = JSON.parse(response);
    if ("error" in result) reject(new Error(result.error));
    else resolve(result);
  }
}
