import { PRODUCTION_LIMITS, WINDOW_SECONDS } from '../limits/production-limits.ts';
import type { LimitFinding } from '../limits/traffic.ts';

/**
 * The line that is logged when a soft limit is first exceeded. It ends with the trace of the
 * request, if recorded, which lets the kit find the line of code
 * (packages/stack/src/recording/limit-lines.ts).
 */
export function limitWarning({
  limit,
  subject,
  peakPerSecond,
  limitPerSecond,
  listeners,
  traceId,
}: LimitFinding): string {
  const { unit, sentence, page } = PRODUCTION_LIMITS[limit];
  const to =
    limit === 'listened-document' ? `, to ${listeners} ${listeners === 1 ? 'listener' : 'listeners'}` : '';
  const rate = `${formatCount(peakPerSecond * WINDOW_SECONDS)} ${unit} in ${WINDOW_SECONDS} s${to}, more than ${formatCount(limitPerSecond)} a second`;
  const trace = traceId === undefined ? '' : ` [trace ${traceId}]`;
  return `WARNING: limits: ${subject}: ${rate}. ${sentence} (${page})${trace}`;
}

function formatCount(count: number): string {
  return Math.round(count).toLocaleString('en');
}
