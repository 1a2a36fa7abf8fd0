/** Methods of `timestamp`, `duration` and `latlng`. All times are UTC. */
import { type Builtins, type Overload, overload } from './builtin.ts';
import { checkedTimestamp } from './operator.ts';
import { RulesDuration, type RulesLatLng, type RulesTimestamp } from './value.ts';

const SECOND = 1_000_000_000n;
const DAY = 86_400n * SECOND;

function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by < 0n ? quotient - 1n : quotient;
}

/**
 * Rounds down to the millisecond, so that one nanosecond before 1970 is 23:59:59.999 of the
 * previous day.
 */
function toDate(time: RulesTimestamp): Date {
  return new Date(Number(floorDivide(time.epochNanos, 1_000_000n)));
}

function nanosSinceMidnight(time: RulesTimestamp): bigint {
  return time.epochNanos - floorDivide(time.epochNanos, DAY) * DAY;
}

function dayOfYear(date: Date): number {
  const newYear = new Date(0);
  newYear.setUTCFullYear(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - newYear.getTime()) / 86_400_000) + 1;
}

function dateComponent(read: (date: Date) => number): Overload<RulesTimestamp>[] {
  return [overload([], (time) => BigInt(read(toDate(time))))];
}

/** The methods of `timestamp`: the components of its date and time. */
export const TIMESTAMP_METHODS: Builtins<RulesTimestamp> = new Map<string, Overload<RulesTimestamp>[]>([
  ['year', dateComponent((date) => date.getUTCFullYear())],
  ['month', dateComponent((date) => date.getUTCMonth() + 1)],
  ['day', dateComponent((date) => date.getUTCDate())],
  ['dayOfWeek', dateComponent((date) => date.getUTCDay() || 7)],
  ['dayOfYear', dateComponent(dayOfYear)],
  ['hours', dateComponent((date) => date.getUTCHours())],
  ['minutes', dateComponent((date) => date.getUTCMinutes())],
  ['seconds', dateComponent((date) => date.getUTCSeconds())],
  ['nanos', [overload([], (time) => time.epochNanos - floorDivide(time.epochNanos, SECOND) * SECOND)]],
  ['date', [overload([], (time) => checkedTimestamp(time.epochNanos - nanosSinceMidnight(time)))]],
  ['time', [overload([], (time) => new RulesDuration(nanosSinceMidnight(time)))]],
  ['toMillis', [overload([], (time) => floorDivide(time.epochNanos, 1_000_000n))]],
]);

/** The methods of `duration`: whole seconds and the remaining nanoseconds. */
export const DURATION_METHODS: Builtins<RulesDuration> = new Map([
  ['seconds', [overload([], (duration: RulesDuration) => duration.nanos / SECOND)]],
  ['nanos', [overload([], (duration: RulesDuration) => duration.nanos % SECOND)]],
]);

/** The radius that Google's emulator uses: the mean radius of the Earth. */
const EARTH_RADIUS_METRES = 6_371_009;

/**
 * Great-circle distance in meters by the haversine formula on a sphere, with the order of
 * operations of S2's `getDistance`.
 */
function distance(a: RulesLatLng, b: RulesLatLng): number {
  const [latitudeA, longitudeA, latitudeB, longitudeB] = [
    a.latitude,
    a.longitude,
    b.latitude,
    b.longitude,
  ].map((degrees) => degrees * (Math.PI / 180)) as [number, number, number, number];
  const halfLatitude = Math.sin((latitudeB - latitudeA) / 2);
  const halfLongitude = Math.sin((longitudeB - longitudeA) / 2);
  const chord = halfLatitude ** 2 + halfLongitude ** 2 * Math.cos(latitudeA) * Math.cos(latitudeB);
  return 2 * Math.asin(Math.sqrt(Math.min(1, chord))) * EARTH_RADIUS_METRES;
}

/** The methods of `latlng`. */
export const LATLNG_METHODS: Builtins<RulesLatLng> = new Map<string, Overload<RulesLatLng>[]>([
  ['latitude', [overload([], (point) => point.latitude)]],
  ['longitude', [overload([], (point) => point.longitude)]],
  ['distance', [overload(['latlng'], (point, [other]) => distance(point, other as RulesLatLng))]],
]);
