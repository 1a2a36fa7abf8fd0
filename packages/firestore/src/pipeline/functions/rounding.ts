import { type FunctionDefinition, type FunctionTable, strict } from '../parser.ts';
import { asInteger, asNumber } from './argument.ts';
import { checkOverflow } from './arithmetic.ts';

/** Rounds to an integer: integers are unchanged, doubles stay doubles. */
function toInteger(name: string, round: (value: number) => number): FunctionDefinition {
  return strict(1, 1, (value) => {
    const number = asNumber(name, value);
    return typeof number === 'bigint' ? number : round(number);
  });
}

/**
 * Rounds to a number of decimal places, which may be negative. `round` is applied to the absolute
 * value.
 */
function toPlaces(name: string, round: (value: number) => number): FunctionDefinition {
  return strict(1, 2, (value, places = 0n) => {
    const number = asNumber(name, value);
    const digits = asInteger(name, places);
    if (typeof number === 'number') return Number.isFinite(number) ? scaled(number, digits, round) : number;
    return digits >= 0 ? number : checkOverflow(name, BigInt(scaled(Number(number), digits, round)));
  });
}

function scaled(value: number, digits: number, round: (value: number) => number): number {
  return Math.sign(value) * shift(round(shift(Math.abs(value), digits)), -digits);
}

/**
 * Multiplies by a power of ten through the text form, because a multiplication would be inexact.
 */
function shift(value: number, digits: number): number {
  const [mantissa, exponent = '0'] = value.toString().split('e');
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

/** Functions that round numbers; round() rounds half away from zero. */
export const ROUNDING_FUNCTIONS: FunctionTable = {
  ceil: toInteger('ceil', Math.ceil),
  floor: toInteger('floor', Math.floor),
  round: toPlaces('round', Math.round),
  trunc: toPlaces('trunc', Math.trunc),
};
