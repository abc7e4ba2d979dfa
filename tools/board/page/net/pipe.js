// A pipe of lines to this page's server: a WebSocket that mends itself. An engine in a worker can stand in its place.
// Not here: what the lines mean.

const FIRST = 250;
const LONGEST = 5000;

export class Pipe {
  #path;
  #socket = null;
  #pause = FIRST;
  #closed = false;
  #timer = 0;
  /** Called with each line, when the pipe opens, and when it is lost. */
  online = () => {};
  onopen = () => {};
  onlost = () => {};

  constructor(path) {
    this.#path = path;
  }

  get open() {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  start() {
    this.#closed = false;
    if (this.#socket) return;
    const url = new URL(this.#path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = FIRST;
      this.onopen();
    };
    socket.onmessage = (event) => {
      for (const line of String(event.data).split("\n")) if (line) this.online(line);
    };
    socket.onclose = (event) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (this.#closed) return;
      this.onlost(event.reason || "");
      this.#timer = setTimeout(() => this.start(), this.#pause);
      this.#pause = Math.min(2 * this.#pause, LONGEST);
    };
  }

  /** Tries again now instead of after the pause. */
  retry() {
    if (this.#closed || this.#socket) return;
    clearTimeout(this.#timer);
    this.start();
  }

  /** Sends a line if the pipe is open; what it carried before a loss is for its owner to send again. */
  send(line) {
    if (this.open) this.#socket.send(line);
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#socket = null;
  }
}
