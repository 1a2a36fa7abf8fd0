// WebSocket messages: one text frame each or, for longer ones, a frame with the number of parts,
// followed by the parts. Lengths are in UTF-16 units.

const MAX_FRAME_LENGTH = 16_384;
/** A number in a frame of at most this length is a count of parts. */
const MAX_COUNT_LENGTH = 6;

/** The frames of a message. */
export function framesOf(message: string): string[] {
  if (message.length <= MAX_FRAME_LENGTH) return [message];
  const parts: string[] = [];
  for (let start = 0; start < message.length; ) {
    let end = start + MAX_FRAME_LENGTH;
    // Half of a surrogate pair would not survive UTF-8 encoding.
    if (isHighSurrogate(message.charCodeAt(end - 1)) && end < message.length) end -= 1;
    parts.push(message.slice(start, end));
    start = end;
  }
  return [String(parts.length), ...parts];
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

/** A client has sent more than the maximum message size. */
export class FramesTooLargeError extends Error {
  override readonly name = 'FramesTooLargeError';
}

/** Joins frames to messages. */
export class FrameReader {
  readonly #maxLength: number;
  #parts: string[] = [];
  #length = 0;
  #missing = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  /**
   * Reads a frame. Returns the message that it completes.
   * @throws FramesTooLargeError
   */
  read(frame: string): string | undefined {
    if (this.#missing === 0) {
      const count = frame.length <= MAX_COUNT_LENGTH ? Number(frame) : Number.NaN;
      if (!Number.isInteger(count)) return this.#checked(frame);
      // "0" keeps a connection open.
      this.#missing = Math.max(0, count);
      return undefined;
    }
    this.#parts.push(this.#checked(frame));
    this.#missing -= 1;
    if (this.#missing > 0) return undefined;
    const message = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    return message;
  }

  #checked(frame: string): string {
    this.#length = this.#parts.length === 0 ? frame.length : this.#length + frame.length;
    if (this.#length > this.#maxLength) throw new FramesTooLargeError();
    return frame;
  }
}
