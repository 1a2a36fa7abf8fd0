/** The functions of the namespaces `math`, `hashing`, `timestamp`, `duration` and `latlng`. */
import { createHash } from 'node:crypto';
import { type Builtins, type Overload, overload } from './builtin.ts';
import { formatFloat, toUtf8, truncate } from './conversion.ts';
import { checkedDuration, checkedTimestamp } from './operator.ts';
import { RulesDuration, RulesError, RulesLatLng, type RulesResult, type RulesValue } from './value.ts';

type NamespaceFunction = Overload<undefined>;

function ofFloat(compute: (value: number) => RulesResult): NamespaceFunction[] {
  return [overload(['float'], (_, [value]) => compute(Number(value)))];
}

const MINIMUM_INT = -(2n ** 63n);

/**
 * The absolute value. For the smallest int it does not fit in 64 bits, so that int is returned
 * unchanged.
 */
function absolute(value: bigint): bigint {
  return value >= 0n || value === MINIMUM_INT ? value : -value;
}

const MATH: Builtins<undefined> = new Map<string, NamespaceFunction[]>([
  [
    'abs',
    [
      overload(['int'], (_, [value]) => absolute(value as bigint)),
      overload(['float'], (_, [value]) => Math.abs(Number(value))),
    ],
  ],
  ['ceil', ofFloat(Math.ceil)],
  ['floor', ofFloat(Math.floor)],
  ['round', ofFloat((value) => truncate(Math.floor(value + 0.5)))],
  ['sqrt', ofFloat(Math.sqrt)],
  ['pow', [overload(['float', 'float'], (_, [base, exponent]) => Number(base) ** Number(exponent))]],
  ['isNaN', ofFloat(Number.isNaN)],
]);

/** The lookup table of a CRC with a reflected polynomial. */
function crcTable(polynomial: number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    return value >>> 0;
  });
}

/** A 32-bit CRC as four little-endian bytes. */
function crc(table: Uint32Array): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => {
    let value = 0xffffffff;
    for (const byte of bytes) value = (table[(value ^ byte) & 0xff] ?? 0) ^ (value >>> 8);
    const result = Buffer.alloc(4);
    result.writeUInt32LE((value ^ 0xffffffff) >>> 0);
    return new Uint8Array(result);
  };
}

function digest(algorithm: string): (bytes: Uint8Array) => Uint8Array {
  return (bytes) => new Uint8Array(createHash(algorithm).update(bytes).digest());
}

function ofBytesOrString(compute: (bytes: Uint8Array) => Uint8Array): NamespaceFunction[] {
  return [
    overload(['bytes'], (_, [value]) => compute(value as Uint8Array)),
    overload(['string'], (_, [value]) => compute(toUtf8(value as string))),
  ];
}

const HASHING: Builtins<undefined> = new Map([
  ['md5', ofBytesOrString(digest('md5'))],
  ['sha256', ofBytesOrString(digest('sha256'))],
  ['crc32', ofBytesOrString(crc(crcTable(0xedb88320)))],
  ['crc32c', ofBytesOrString(crc(crcTable(0x82f63b78)))],
]);

/** Midnight of a date; an error for a nonexistent date. */
function timestampOfDate(year: bigint, month: bigint, day: bigint): RulesResult {
  const invalid = new RulesError(`Date is not valid. year: ${year}, month: ${month} day: ${day}.`);
  if (year < 1n || year > 9999n || month < 1n || month > 12n || day < 1n || day > 31n) return invalid;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCDate() === Number(day) ? checkedTimestamp(BigInt(date.getTime()) * 1_000_000n) : invalid;
}

const TIMESTAMP: Builtins<undefined> = new Map<string, NamespaceFunction[]>([
  [
    'date',
    [
      overload(['int', 'int', 'int'], (_, [year, month, day]) =>
        timestampOfDate(year as bigint, month as bigint, day as bigint),
      ),
    ],
  ],
  ['value', [overload(['int'], (_, [millis]) => checkedTimestamp((millis as bigint) * 1_000_000n))]],
]);

const UNIT_NANOS: ReadonlyMap<RulesValue, bigint> = new Map([
  ['w', 604_800_000_000_000n],
  ['d', 86_400_000_000_000n],
  ['h', 3_600_000_000_000n],
  ['m', 60_000_000_000n],
  ['s', 1_000_000_000n],
  ['ms', 1_000_000n],
  ['ns', 1n],
]);

function durationOfUnits(count: bigint, unit: string): RulesResult {
  const nanos = UNIT_NANOS.get(unit);
  return nanos === undefined
    ? new RulesError(`Invalid duration unit: ${unit}.`)
    : checkedDuration(count * nanos);
}

function durationOfTime(values: readonly RulesValue[]): RulesResult {
  const [hours = 0n, minutes = 0n, seconds = 0n, nanos = 0n] = values as readonly bigint[];
  return checkedDuration(((hours * 60n + minutes) * 60n + seconds) * 1_000_000_000n + nanos);
}

const DURATION: Builtins<undefined> = new Map<string, NamespaceFunction[]>([
  [
    'value',
    [overload(['int', 'string'], (_, [count, unit]) => durationOfUnits(count as bigint, unit as string))],
  ],
  ['time', [overload(['int', 'int', 'int', 'int'], (_, values) => durationOfTime(values))]],
  [
    'abs',
    [overload(['duration'], (_, [value]) => new RulesDuration(absolute((value as RulesDuration).nanos)))],
  ],
]);

function point(latitude: number, longitude: number): RulesResult {
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return new RulesLatLng(latitude, longitude);
  return new RulesError(
    'Latitude should be in [-90,90] range and longitude should be in [-180,180] range. ' +
      `latitude: ${formatFloat(latitude)}, longitude: ${formatFloat(longitude)}.`,
  );
}

const LATLNG: Builtins<undefined> = new Map([
  [
    'value',
    [
      overload<undefined>(['float', 'float'], (_, [latitude, longitude]) =>
        point(Number(latitude), Number(longitude)),
      ),
    ],
  ],
]);

/** The functions of each namespace. */
export const NAMESPACES: ReadonlyMap<string, Builtins<undefined>> = new Map([
  ['math', MATH],
  ['hashing', HASHING],
  ['timestamp', TIMESTAMP],
  ['duration', DURATION],
  ['latlng', LATLNG],
]);
