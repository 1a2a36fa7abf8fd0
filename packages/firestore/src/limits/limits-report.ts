import type { Micros } from '../core/commit-time.ts';
import { PRODUCTION_LIMITS, type ProductionLimit, WINDOW_SECONDS } from './production-limits.ts';
import type { DocumentHeat, LimitFinding, Traffic } from './traffic.ts';

const MAX_ROWS = 50;
/** The heat map starts at the first finding, or this long ago, and ends now. */
const COLUMNS = 60;
const MIN_SECONDS_PER_COLUMN = 5;
const MAX_SECONDS_PER_COLUMN = 60;

/** How the databases of a project exceeded production's soft limits, as JSON. */
export interface LimitsReport {
  readonly mode: 'off' | 'warn' | 'enforce';
  readonly windowSeconds: number;
  readonly limits: readonly ProductionLimit[];
  readonly findings: readonly LimitFinding[];
  readonly heat: {
    /** Start of the first column, in milliseconds since 1970. */
    readonly fromMs: number;
    readonly secondsPerColumn: number;
    readonly columns: number;
    readonly documents: readonly DocumentHeat[];
  };
}

/** The report on the databases of one project at `now`. */
export function limitsReport(
  mode: LimitsReport['mode'],
  now: Micros,
  traffics: readonly Traffic[],
): LimitsReport {
  const findings = traffics
    .flatMap((traffic) => traffic.findings())
    .sort(
      (one, other) => other.peakPerSecond / other.limitPerSecond - one.peakPerSecond / one.limitPerSecond,
    );
  const nowMs = now / 1000;
  const sinceMs = Math.min(nowMs, ...findings.map((finding) => finding.sinceMs));
  const seconds = (nowMs - sinceMs) / 1000 + WINDOW_SECONDS;
  const secondsPerColumn = Math.min(
    MAX_SECONDS_PER_COLUMN,
    Math.max(MIN_SECONDS_PER_COLUMN, Math.ceil(seconds / COLUMNS)),
  );
  const fromMs = (Math.floor(nowMs / 1000) + 1 - COLUMNS * secondsPerColumn) * 1000;
  const documents = traffics
    .flatMap((traffic) => traffic.heat(fromMs, secondsPerColumn, COLUMNS, MAX_ROWS))
    .sort((one, other) => other.peakPerSecond - one.peakPerSecond)
    .slice(0, MAX_ROWS);
  return {
    mode,
    windowSeconds: WINDOW_SECONDS,
    limits: Object.values(PRODUCTION_LIMITS),
    findings,
    heat: { fromMs, secondsPerColumn, columns: COLUMNS, documents },
  };
}
