// Ids of children created by POST. They sort by creation time.

const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const BASE = ALPHABET.length;
const TIME_LENGTH = 8;
const RANDOM_LENGTH = 12;

/** Creates ids that each sort after the previous one. */
export class PushIds {
  #lastMs = 0;
  #digits: number[] = [];

  /** The next id. */
  next(nowMs: number): string {
    if (nowMs <= this.#lastMs && this.#digits.length > 0) increment(this.#digits);
    else this.#digits = Array.from({ length: RANDOM_LENGTH }, () => Math.floor(Math.random() * BASE));
    this.#lastMs = Math.max(nowMs, this.#lastMs);
    return timeText(this.#lastMs) + this.#digits.map((digit) => ALPHABET[digit]).join('');
  }
}

function timeText(ms: number): string {
  let text = '';
  for (let rest = ms, length = 0; length < TIME_LENGTH; length += 1, rest = Math.floor(rest / BASE)) {
    text = ALPHABET[rest % BASE] + text;
  }
  return text;
}

function increment(digits: number[]): void {
  let index = digits.length - 1;
  while (index > 0 && digits[index] === BASE - 1) digits[index--] = 0;
  digits[index] = (digits[index] as number) + 1;
}
