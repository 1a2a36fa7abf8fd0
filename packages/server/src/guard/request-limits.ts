/** The maximum length of a request's path and body. */
export interface RequestLimits {
  readonly bodyBytes: number;
  /** Length of one path segment, percent-decoded. */
  readonly segmentBytes: number;
  readonly pathBytes: number;
}

/**
 * Segments: the limit of file systems, because the Hosting emulator looks for a file with that
 * name. Bodies: the limit of Cloud Functions and Cloud Run.
 */
export const DEFAULT_LIMITS: RequestLimits = {
  bodyBytes: 32 * 1024 * 1024,
  segmentBytes: 255,
  pathBytes: 2048,
};

/** A problem with a path or a body, and the corresponding error. */
export interface RequestProblem {
  readonly reason: string;
  readonly error: { readonly code: number; readonly status: string; readonly phrase: string };
}

const BAD_REQUEST = { code: 400, status: 'INVALID_ARGUMENT', phrase: 'Bad Request' };
const TOO_LONG = { code: 414, status: 'INVALID_ARGUMENT', phrase: 'URI Too Long' };
const TOO_LARGE = { code: 413, status: 'INVALID_ARGUMENT', phrase: 'Content Too Large' };

/** A short target without escapes: most are like this and need no further checks. */
const SHORT_PLAIN_TARGET = /^\/(?!\/)[\x21-\x24\x26-\x5b\x5d-\x7e]{0,254}$/;

/**
 * Finds a problem with a request target. A path that is not valid in a URL, such as `//`, would
 * crash the whole process of the Hosting emulator.
 */
export function findTargetProblem(
  target: string,
  { pathBytes, segmentBytes }: RequestLimits,
): RequestProblem | undefined {
  if (SHORT_PLAIN_TARGET.test(target) && segmentBytes >= DEFAULT_LIMITS.segmentBytes) return undefined;
  if (!URL.canParse(target, 'http://localhost')) {
    return { reason: 'is not a path of a URL', error: BAD_REQUEST };
  }
  const path = new URL(target, 'http://localhost').pathname;
  let segments: string[];
  try {
    segments = path.split('/').map(decodeURIComponent);
  } catch {
    return { reason: 'is not percent-encoded UTF-8', error: BAD_REQUEST };
  }
  if (path.length <= pathBytes && segments.every((each) => Buffer.byteLength(each) <= segmentBytes)) {
    return undefined;
  }
  const reason = `is longer than ${pathBytes} bytes, or has a segment of more than ${segmentBytes}`;
  return { reason, error: TOO_LONG };
}

/** The problem of a body that exceeds the limit. */
export function bodyTooLarge({ bodyBytes }: RequestLimits): RequestProblem {
  const owner = bodyBytes === DEFAULT_LIMITS.bodyBytes ? 'Cloud Functions' : 'this server';
  return {
    reason: `its body is larger than ${bodyBytes / 1024 / 1024} MiB, the limit of ${owner}`,
    error: TOO_LARGE,
  };
}
