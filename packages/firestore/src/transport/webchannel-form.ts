import { invalidArgument } from '../core/rpc-error.ts';

/** The body of a request on the forward channel. */
export interface ForwardForm {
  /**
   * Headers that the client encodes in the body to avoid a CORS preflight, with lower-case names.
   */
  readonly headers: ReadonlyMap<string, string>;
  /** The id of the first message (`ofs`). */
  readonly offset: number;
  /** The messages as JSON texts, in order of their ids. */
  readonly messages: readonly string[];
}

/** Parses headers in the format "Name:value\r\nName:value\r\n". Names become lower case. */
export function parseFoldedHeaders(block: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of block.split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

function nonNegativeInteger(form: URLSearchParams, name: string): number {
  const text = form.get(name) ?? '0';
  if (!/^\d{1,15}$/.test(text)) throw invalidArgument(`WebChannel: ${name}=${text} is not a number.`);
  return Number(text);
}

/**
 * Parses `headers=…&count=2&ofs=7&req0___data__=…&req1___data__=…`. Throws INVALID_ARGUMENT for a
 * missing message.
 */
export function parseForwardForm(body: string): ForwardForm {
  const form = new URLSearchParams(body);
  const messages: string[] = [];
  const count = nonNegativeInteger(form, 'count');
  for (let index = 0; index < count; index++) {
    const text = form.get(`req${index}___data__`);
    if (text === null)
      throw invalidArgument(`WebChannel: count=${count}, but req${index}___data__ is missing.`);
    messages.push(text);
  }
  return {
    headers: parseFoldedHeaders(form.get('headers') ?? ''),
    offset: nonNegativeInteger(form, 'ofs'),
    messages,
  };
}
