import { invalidArgument } from '@savepoint/server/core/rpc-error';
import { parseJson } from '@savepoint/server/http/parse-json';

const JSON_TYPE = /^\s*application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

/**
 * Parses the JSON of a body; an empty body counts as `{}`. Throws INVALID_ARGUMENT for a content
 * type other than JSON, and for a compressed body.
 */
export function readJson(text: string, header: (name: string) => string | undefined): unknown {
  if (text === '') return {};
  const type = header('content-type');
  if (type === undefined) {
    throw invalidArgument('The request has a body without Content-Type: send application/json.');
  }
  if (!JSON_TYPE.test(type)) {
    throw invalidArgument(
      `The Content-Type is ${JSON.stringify(type.slice(0, 100))}: send application/json, in UTF-8.`,
    );
  }
  if (header('content-encoding') !== undefined) {
    throw invalidArgument('A compressed body is not supported: send it as it is.');
  }
  return parseJson(text);
}
