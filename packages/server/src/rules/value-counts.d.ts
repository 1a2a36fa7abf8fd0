/**
 * The values that one expression has had. Booleans, which most expressions have, are counted
 * separately. It runs on every request and must be cheap.
 */
export declare class ValueCounts<Value> {
    #private;
    trueCount: number;
    falseCount: number;
    readonly otherCounts: Map<Value, number>;
    /** The number of evaluations whose value is not stored. */
    unlistedCount: number;
    constructor(isError: (value: Value) => boolean, isSameError: (left: Value, right: Value) => boolean);
    add(value: Value): void;
    get total(): number;
}
