// Requests to the server.

const GONE = { code: "GONE", message: "Connection lost. This page reconnects by itself." };

/** Post a document; resolves with the answer, which has a message if the request was refused. */
export async function post(path, document) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(document),
    });
    return await read(response);
  } catch {
    return GONE;
  }
}

/** Get a document; resolves with null if the server does not answer. */
export async function get(path) {
  try {
    return await read(await fetch(path));
  } catch {
    return null;
  }
}

async function read(response) {
  if (response.status === 204) return {};
  const text = await response.text();
  const isJson = response.headers.get("Content-Type").startsWith("application/json");
  return isJson ? JSON.parse(text) : { code: String(response.status), message: text };
}
