import type { Duration } from '@bufbuild/protobuf/wkt';
import { invalidArgument, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import { durationMs } from '../core/duration.ts';

/** Throws INVALID_ARGUMENT if a number is outside its inclusive bounds. */
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
 * Throws INVALID_ARGUMENT if a duration is outside its inclusive bounds in seconds. Undefined is
 * valid.
 */
export function checkDuration(
  field: string,
  duration: Duration | undefined,
  bounds: readonly [number, number],
): void {
  if (duration !== undefined) checkBounds(`${field} in seconds`, durationMs(duration) / 1000, bounds);
}

/** Throws UNIMPLEMENTED if an unsupported field is set. */
export function rejectField(field: string, isSet: boolean): void {
  if (isSet) {
    throw new RpcError(StatusCode.UNIMPLEMENTED, `${field} is not supported by this Pub/Sub emulator.`);
  }
}
