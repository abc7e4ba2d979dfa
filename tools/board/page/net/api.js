// Questions over HTTP to the page's server: reviews with progress, foreign game lists, run folders.
// Not here: what is done with the answers.

const message = (answer, status) => Object.assign(new Error(answer?.error?.message ?? `the board's program answered ${status}`), { status });

/** Asks `path` for JSON. */
export async function get(path, signal) {
  const response = await fetch(`api/v1/${path}`, { signal });
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw message(answer, response.status);
  return answer;
}

/** Sends a question and reads the answer. */
export async function post(path, question, signal) {
  const response = await fetch(`api/v1/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question), signal });
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw message(answer, response.status);
  return answer;
}

/** Sends a question whose answer comes in several objects, one a line; each is given to `onobject`. */
export async function stream(path, question, onobject, signal) {
  const response = await fetch(`api/v1/${path}`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(question), signal });
  if (!response.ok) throw message(await response.json().catch(() => null), response.status);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    rest += value ?? "";
    const lines = rest.split("\n");
    rest = done ? "" : lines.pop();
    for (const line of lines) {
      if (!line.trim()) continue;
      const object = JSON.parse(line);
      if (object.error) throw message(object, 200);
      onobject(object);
    }
    if (done) return;
  }
}
