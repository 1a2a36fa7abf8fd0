// What a request to the Auth emulator is about and what came of it, without passwords, tokens and
// codes: only the fields below are read.
const { completeBody } = require('../../server/inbound-guard.cjs');

const MAX_BODY_BYTES = 64 * 1024;

/**
 * Adds to the span, before the response is complete: the account (`auth.user_id`), new claims
 * (`auth.claims`), the kind of a code (`auth.code_type`), whether an account was disabled, and the
 * code of an error, such as EMAIL_EXISTS.
 * @param {{ set(attributes: object): void, fail(message: string): void }} span
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
function describeAuthExchange(span, request, response) {
  const { end, write } = response;
  const chunks = [];
  const collect = (chunk) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  // The Auth emulator pipes its responses.
  response.write = function writeCollected(chunk, ...rest) {
    collect(chunk);
    return write.call(this, chunk, ...rest);
  };
  response.end = function endDescribed(chunk, ...rest) {
    collect(chunk);
    span.set(requestAttributes(fieldsOf(completeBody(request)), request.url));
    const { localId, error } = fieldsOf(Buffer.concat(chunks));
    span.set({ ...text('auth.user_id', localId), ...text('auth.error', error?.message) });
    return end.call(this, chunk, ...rest);
  };
}

function requestAttributes({ localId, customAttributes, requestType, disableUser, providerId }, url) {
  const mode = new URL(url, 'http://localhost').searchParams.get('mode');
  return {
    ...text('auth.user_id', localId),
    ...text('auth.claims', customAttributes),
    ...text('auth.code_type', requestType ?? mode),
    ...text('auth.provider', providerId),
    ...(typeof disableUser === 'boolean' && { 'auth.disabled': disableUser }),
  };
}

function text(name, value) {
  return typeof value === 'string' ? { [name]: value } : {};
}

/** The fields of a JSON object; none of a body that is something else. */
function fieldsOf(body) {
  if (body === undefined || body.length === 0 || body.length > MAX_BODY_BYTES) return {};
  try {
    return JSON.parse(body.toString()) ?? {};
  } catch {
    return {};
  }
}

module.exports = { describeAuthExchange };
