const HELP = 'Please see https://stripe.com/docs or we can help at https://support.stripe.com/.';

/** The `error` object of a response. @see https://docs.stripe.com/api/errors */
interface ErrorBody {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly decline_code?: string;
  readonly param?: string;
  readonly doc_url?: string;
  readonly charge?: string;
  readonly payment_intent?: unknown;
}

/**
 * An error response. `storable` tells whether it is stored for the idempotency key and replayed.
 */
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

/** 400 for an invalid parameter value, with Stripe's `code` if there is one. */
export function invalidParameter(param: string, message: string, code?: string): StripeError {
  return invalid(message, code === undefined ? { param } : { code, param });
}

/** 400 for parameters that the endpoint does not know. */
export function unknownParameters(params: readonly string[]): StripeError {
  const [first = ''] = params;
  const noun = params.length === 1 ? 'parameter' : 'parameters';
  return invalid(`Received unknown ${noun}: ${params.join(', ')}`, {
    code: 'parameter_unknown',
    param: first,
  });
}

/**
 * 400 for a parameter that Stripe supports and this emulator does not. Ignoring it would hide that
 * it has no effect.
 */
export function unsupportedParameter(param: string): StripeError {
  return invalid(
    `savepoint-stripe does not support the parameter ${param}. Stripe does: leave it out here, or use a sandbox.`,
    { code: 'parameter_unsupported', param },
  );
}

/** 400 for a required parameter that is missing. */
export function missingParameter(param: string): StripeError {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

/** 400 for a parameter sent as the empty string. */
export function emptyParameter(param: string): StripeError {
  return invalid(
    `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`,
    { code: 'parameter_invalid_empty', param },
  );
}

/** 404 for a nonexistent id in the path. Stripe quotes the id, except for a checkout session. */
export function resourceMissing(resource: string, id: string, param: string): StripeError {
  const shownId = resource === 'checkout.session' ? id : `'${id}'`;
  const message = `No such ${resource}: ${shownId}`;
  return new StripeError(404, { type: 'invalid_request_error', code: 'resource_missing', message, param });
}

/** 400 for a nonexistent id among the parameters. */
export function referenceMissing(resource: string, id: string, param: string): StripeError {
  return new StripeError(400, resourceMissing(resource, id, param).body);
}

/** 400 for a request that the object's state does not allow. Stored for the idempotency key. */
export function unexpectedState(
  message: string,
  details: Omit<ErrorBody, 'type' | 'message'> = {},
): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message, ...details }, true);
}

/** 404 for an unknown method and path. */
export function unrecognizedUrl(method: string, path: string): StripeError {
  const hint = path.endsWith('/')
    ? 'If you are trying to list objects, remove the trailing slash. If you are trying to retrieve an object, make sure you passed a valid (non-empty) identifier in your code. '
    : '';
  return new StripeError(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). ${hint}${HELP}`,
  });
}

/** 400 for a body or query string that is not form-encoded. */
export function invalidBody(reason: string): StripeError {
  return invalid(
    `Invalid request (check that your POST content type is application/x-www-form-urlencoded): ${reason}. If you have any questions, we can help at https://support.stripe.com/.`,
  );
}

/** 413 for a body larger than the limit. */
export function bodyTooLarge(limitBytes: number): StripeError {
  return new StripeError(413, {
    type: 'invalid_request_error',
    message: `Request body too large: the limit is ${limitBytes} bytes.`,
  });
}

/** 401 for a request without an API key. */
export function missingApiKey(): StripeError {
  return new StripeError(401, {
    type: 'invalid_request_error',
    message:
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY'). See https://stripe.com/docs/api#authentication for details, or we can help at https://support.stripe.com/.",
  });
}

/**
 * 401 for an API key that is not accepted. The message masks the middle of the key, because it may
 * be a live key.
 */
export function invalidApiKey(key: string): StripeError {
  if (key.startsWith('pk_')) {
    return new StripeError(401, {
      type: 'invalid_request_error',
      code: 'secret_key_required',
      message:
        'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.',
    });
  }
  const masked =
    key.length > 12
      ? `${key.slice(0, 8)}${'*'.repeat(key.length - 12)}${key.slice(-4)}`
      : '*'.repeat(key.length);
  return new StripeError(401, {
    type: 'invalid_request_error',
    code: 'api_key_invalid',
    message: `Invalid API Key provided: ${masked}`,
  });
}

/**
 * 400 for an idempotency key that was used with other parameters, or for another endpoint (`path`).
 */
export function idempotencyMismatch(
  key: string,
  difference: 'parameters' | 'endpoint',
  path: string,
): StripeError {
  const used =
    difference === 'parameters'
      ? 'with the same parameters they were first used with'
      : `for the same endpoint they were first used for ('${path}')`;
  return new StripeError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used ${used}. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

/** 409 for an idempotency key that a request in progress holds. */
export function idempotencyInUse(key: string): StripeError {
  return new StripeError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Stripe idempotency key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

/**
 * An api_error: an unexpected error of the emulator, or an injected one. Stored for the idempotency
 * key.
 */
export function apiError(status: number, message: string): StripeError {
  return new StripeError(status, { type: 'api_error', message }, true);
}
