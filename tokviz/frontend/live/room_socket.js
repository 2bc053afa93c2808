/* A connection to the room of a live class, which is taken up again by itself: after a server's restart, or a phone's sleep. */

const FIRST_MS = 300;
const LONGEST_MS = 4000;
/** After these there is nothing to come back to. */
const FINAL = ["no-room", "not-yours", "full", "no-new", "removed"];

/** How long to wait before trying again: longer each time, and not the same for all who were cut off together. */
export function waitBefore(tries, random = Math.random()) {
  return Math.min(LONGEST_MS, FIRST_MS * 2 ** tries) * (0.5 + random / 2);
}

export class RoomSocket {
  tries = 0;
  isOver = false;

  /**
   * @param {string} path
   * @param {{hello: () => object, hear: (message: any) => void, change: (isOpen: boolean) => void}} use
   *   hello: the first message of each connection; hear: gets the others; change: told when it is there and when not
   */
  constructor(path, use) {
    this.path = path;
    this.use = use;
    this.listening = new AbortController();
    const { signal } = this.listening;
    for (const type of ["online", "pageshow"]) window.addEventListener(type, () => this.hurry(), { signal });
    document.addEventListener("visibilitychange", () => this.hurry(), { signal });
    this.open();
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  open() {
    const url = new URL(this.path, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.use.hello())));
    socket.addEventListener("message", ({ data }) => this.take(JSON.parse(data)));
    socket.addEventListener("close", () => {
      if (socket !== this.socket || this.isOver) return;
      this.use.change(false);
      this.timer = setTimeout(() => this.open(), waitBefore(this.tries));
      this.tries += 1;
    });
  }

  take(message) {
    if (this.isOver) return;
    const isRefused = FINAL.includes(message.refused);
    if (message.state) {
      this.tries = 0;
      this.use.change(true);
    }
    if (isRefused) this.end();
    this.use.hear(message);
  }

  /** Try now, if it is being waited for. */
  hurry() {
    if (this.isOver || document.hidden || this.socket.readyState !== WebSocket.CLOSED) return;
    clearTimeout(this.timer);
    this.open();
  }

  send(message) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
  }

  end() {
    this.isOver = true;
    clearTimeout(this.timer);
    this.listening.abort();
    this.socket.close();
  }
}
