/** Records the values of all expressions of a condition as a tree. */
/**
 * One evaluated expression. The body of a called function is a child of the call, after its
 * arguments.
 */
export interface TraceNode<Value> {
    readonly id: number;
    readonly value: Value;
    readonly children: readonly TraceNode<Value>[];
}
/**
 * Builds the tree from the order of visits: an expression is visited directly after all its
 * descendants.
 */
export declare class TraceRecorder<Value> {
    #private;
    constructor(isChildOf: (id: number, parent: number) => boolean);
    visit(id: number, value: Value): void;
    /**
     * Removes and returns the roots recorded so far: one for each condition that is not a literal.
     */
    takeRoots(): readonly TraceNode<Value>[];
}
