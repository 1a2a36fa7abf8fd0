/** Why a body is not a text that a route could read. */
export type BodyProblem = 'too large' | 'not UTF-8';
/**
 * Reads a request's body as UTF-8. One that is larger than `limitBytes` is read to its end and
 * thrown away, up to 16 times the limit, because a client that is still sending would see a broken
 * connection instead of the response.
 */
export declare function readBody(request: Request, limitBytes: number): Promise<{
    readonly text: string;
} | {
    readonly problem: BodyProblem;
}>;
