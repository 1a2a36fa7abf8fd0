// Owns the API's errors: their statuses, codes and wording. Knows nothing of the resources they are about.

const HELP = 'Please see https://stripe.com/docs or we can help at https://support.stripe.com/.';

/** What the `error` member of an answer holds. */
export interface ErrorBody {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly doc_url?: string;
  readonly charge?: string;
  readonly payment_intent?: unknown;
}

/** An answer that is not a success. `storable` says whether an idempotency key may replay it. */
export class StripeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly storable: boolean;

  constructor(status: number, body: ErrorBody, storable = false) {
    super(body.message);
    this.status = status;
    this.body =
      body.code === undefined
        ? body
        : { doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}`, ...body };
    this.storable = storable;
  }
}

function invalid(message: string, details: Omit<ErrorBody, 'type' | 'message'> = {}): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details });
}

/** A parameter's value is wrong in a way that has no code of its own. */
export function invalidParameter(param: string, message: string, code?: string): StripeError {
  return invalid(message, code === undefined ? { param } : { code, param });
}

/** One or more parameters that the endpoint does not have. */
export function unknownParameters(params: readonly string[]): StripeError {
  const [first = ''] = params;
  const noun = params.length === 1 ? 'parameter' : 'parameters';
  return invalid(`Received unknown ${noun}: ${params.join(', ')}`, {
    code: 'parameter_unknown',
    param: first,
  });
}

/** A parameter the real API has and this stand-in does not: louder than ignoring it. */
export function unsupportedParameter(param: string): StripeError {
  return invalid(
    `savepoint-stripe does not support the parameter ${param}. The real API knows it; leave it out here or use a sandbox.`,
    { code: 'parameter_unsupported', param },
  );
}

/** A required parameter is missing. */
export function missingParameter(param: string): StripeError {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** A parameter was sent as the empty string. */
export function emptyParameter(param: string): StripeError {
  return invalid(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param },
  );
}

/** An id in the path that leads nowhere. Checkout sessions are named without quotes, everything else with. */
export function resourceMissing(noun: string, id: string, param: string): StripeError {
  const named = noun === 'checkout.session' ? id : `'${id}'`;
  const message = `No such ${noun}: ${named}`;
  return new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

/** An id among the parameters that leads nowhere: the endpoint exists, so this is a 400. */
export function referenceMissing(noun: string, id: string, param: string): StripeError {
  return new StripeError(400, resourceMissing(noun, id, param).body);
}

/** Legal parameters, but the object's state forbids the request. A key replays this answer. */
export function unexpectedState(
  message: string,
  details: Omit<ErrorBody, 'type' | 'message'> = {},
): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details }, true);
}

/** No such endpoint. Says so by method and path. */
export function unrecognizedUrl(method: string, path: string): StripeError {
  const hint = path.endsWith('/')
    ? 'If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. '
    : '';
  return new StripeError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). ${hint}${HELP}`,
  });
}

/** The body was not form-encoded, or not readable as such. */
export function invalidBody(why: string): StripeError {
  return invalid(
    `Invalid request (check that your POST content type is application/x-www-form-urlencoded): ${why}. If you have any questions, we can help at https://support.stripe.com/.`,
  );
}

/** The body is larger than the API takes. */
export function bodyTooLarge(limitBytes: number): StripeError {
  return new StripeError(413, {
    type: 'invalid_request_error',
    message: `Request body too large: the limit is ${limitBytes} bytes.`,
  });
}

/** No key was sent. */
export function missingApiKey(): StripeError {
  return new StripeError(401, {
    type: 'invalid_request_error',
    message:
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
  });
}

/** A key this stand-in does not take; shown with its middle hidden, as it may be a real one. */
export function invalidApiKey(key: string): StripeError {
  if (key.startsWith('pk_')) {
    return new StripeError(401, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message:
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    });
  }
  const shown =
    key.length > 12
      ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
      : '*'.repeat(key.length);
  return new StripeError(401, {
    type: 'invalid_request_error',
    code: 'api_key_invalid',
    message: `Invalid API Key provided: ${shown}`,
  });
}

/** The key was used before for something else. */
export function idempotencyMismatch(key: string, what: 'parameters' | 'endpoint', path: string): StripeError {
  const used =
    what === 'parameters'
      ? 'with the same parameters they were first used with'
      : `for the same endpoint they were first used for ('${path}')`;
  return new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used ${used}. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

/** The key belongs to a request that has not answered yet. */
export function idempotencyInUse(key: string): StripeError {
  return new StripeError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Stripe idempotency key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

/** Something broke in the stand-in, or a test asked for it. */
export function apiError(status: number, message: string): StripeError {
  return new StripeError(status, { type: 'api_error', message }, true);
}
