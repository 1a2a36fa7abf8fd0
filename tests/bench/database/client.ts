/** The body of a response, or of a push, which has an action. */
interface Body {
  readonly r?: number;
  readonly a?: string;
}

/** A minimal client of the Realtime Database that only knows the protocol's messages. */
export class Client {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, () => void>();
  #request = 0;
  onPush: () => void = () => {};

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      const text = String(data);
      // Long messages come in fragments, which are ignored, after their number.
      if (!text.startsWith('{') || !text.endsWith('}')) return;
      const { t, d } = JSON.parse(text) as { t: string; d: Body };
      if (t !== 'd') return;
      if (d.a !== undefined) this.onPush();
      else if (d.r !== undefined) this.#answers.get(d.r)?.();
    };
  }

  static async connect(host: string): Promise<Client> {
    const socket = new WebSocket(`ws://${host}/.ws?v=5&ns=bench`);
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onerror = reject;
    });
    return new Client(socket);
  }

  ask(a: string, b: object): Promise<void> {
    const r = ++this.#request;
    this.#socket.send(JSON.stringify({ t: 'd', d: { r, a, b } }));
    return new Promise((resolve) => {
      this.#answers.set(r, () => {
        this.#answers.delete(r);
        resolve();
      });
    });
  }

  close(): void {
    this.#socket.close();
  }
}
