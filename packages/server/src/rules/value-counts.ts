/** The maximum number of distinct values stored per expression; more are only counted. */
const MAXIMUM_VALUES = 50;

/**
 * The observed values of one expression. Booleans are by far the most common and are counted
 * separately. This runs on every request and must be cheap.
 */
export class ValueCounts<Value> {
  trueCount = 0;
  falseCount = 0;
  readonly otherCounts = new Map<Value, number>();
  /** The number of evaluations whose value is not stored. */
  unlistedCount = 0;
  readonly #isError: (value: Value) => boolean;
  readonly #isSameError: (left: Value, right: Value) => boolean;

  constructor(isError: (value: Value) => boolean, isSameError: (left: Value, right: Value) => boolean) {
    this.#isError = isError;
    this.#isSameError = isSameError;
  }

  add(value: Value): void {
    if (value === true) this.trueCount++;
    else if (value === false) this.falseCount++;
    else this.#addOther(this.#isError(value) ? this.#known(value) : value);
  }

  #addOther(value: Value): void {
    const count = this.otherCounts.get(value);
    if (count !== undefined) this.otherCounts.set(value, count + 1);
    else if (this.otherCounts.size < MAXIMUM_VALUES) this.otherCounts.set(value, 1);
    else this.unlistedCount++;
  }

  #known(error: Value): Value {
    for (const value of this.otherCounts.keys()) if (this.#isSameError(value, error)) return value;
    return error;
  }

  get total(): number {
    let total = this.trueCount + this.falseCount + this.unlistedCount;
    for (const count of this.otherCounts.values()) total += count;
    return total;
  }
}
