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
    throw invalidArgument('The request has a body but no Content-Type: send application/json.');
  }
  if (!JSON_TYPE.test(type)) {
    throw invalidArgument(
      `The Content-Type ${JSON.stringify(type.slice(0, 100))} is not supported: send application/json in UTF-8.`,
    );
  }
  if (header('content-encoding') !== undefined) {
    throw invalidArgument('Compressed bodies are not supported: send the body uncompressed.');
  }
  return parseJson(text);
}
