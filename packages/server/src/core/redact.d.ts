/** Whether a value under this name (of an attribute, a header, a field) is a secret. */
export declare function isSecretName(name: string): boolean;
/**
 * The text without tokens, passwords, cookies, card numbers and codes; what remains is unchanged.
 */
export declare function redactText(text: string): string;
/**
 * A JSON value without secrets, at any depth: values under a secret name, and secrets inside texts.
 * The name of a value is its key, or the text that precedes it in a list of headers (`['cookie',
 * 'a=b']`, `rawHeaders`), or a text beside `value` (`{name: 'cookie', value: 'a=b'}`). A text that
 * is JSON remains JSON, with `"[redacted]"` in place of each secret value.
 */
export declare function redactValue(value: unknown, name?: string): unknown;
