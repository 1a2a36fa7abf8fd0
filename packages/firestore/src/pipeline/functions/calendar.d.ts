/**
 * The latest time at or before `micros` at which the unit begins on a clock in `timeZone`. Units
 * are microsecond to day, week (from Sunday), week(monday) and so on, isoweek, month, quarter, year
 * and isoyear. Throws EvaluationError.
 */
export declare function truncate(micros: bigint, unit: string, timeZone: string): bigint;
/**
 * A part of the date or of the time of day on a clock in `timeZone`: year, month (1 is January),
 * dayofweek (1 is Sunday) and so on; millisecond and microsecond are those of the second. Throws
 * EvaluationError.
 */
export declare function extractPart(micros: bigint, part: string, timeZone: string): bigint;
