import type { Duration } from '@bufbuild/protobuf/wkt';
import { invalidArgument, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import { durationMs } from '../core/duration.ts';

/** Throws INVALID_ARGUMENT when a number is out of its bounds, which are inclusive. */
export function checkBounds(
  field: string,
  value: number,
  [minimum, maximum]: readonly [number, number],
): void {
  if (value >= minimum && value <= maximum) return;
  throw invalidArgument(
    `The value for ${field} is out of bounds. You passed ${value} in the request, but the value must be between ${minimum} and ${maximum}.`,
  );
}

/**
 * Throws INVALID_ARGUMENT when a duration is out of its bounds, which are inclusive and in seconds.
 * Undefined is valid.
 */
export function checkDuration(
  field: string,
  duration: Duration | undefined,
  bounds: readonly [number, number],
): void {
  if (duration !== undefined) checkBounds(`${field} in seconds`, durationMs(duration) / 1000, bounds);
}

/** Throws UNIMPLEMENTED when a field is set that this emulator does not support. */
export function rejectField(field: string, isSet: boolean): void {
  if (isSet) {
    throw new RpcError(StatusCode.UNIMPLEMENTED, `${field} is not supported by this Pub/Sub emulator.`);
  }
}
