// Owns how a measurement is taken in the client process: what it counts, and from when to when. Knows no server.

/** One measurement: a figure in the line's unit, and how many operations it was taken from. */
export interface Measurement {
  readonly value: number;
  readonly operations: number;
}

/** Told when the part that counts begins and ends, so that preparations are in no figure. */
export interface Meter {
  begin(): Promise<void>;
  end(): Promise<void>;
}

async function runConcurrently(
  count: number,
  inFlight: number,
  operation: (i: number) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await operation(next++);
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
}

/** Operations a second: `count` of them, `inFlight` at a time, after `warmUp` that do not count. */
export async function measureRate(
  meter: Meter,
  count: number,
  inFlight: number,
  operation: (i: number) => Promise<unknown>,
  warmUp = 0,
): Promise<Measurement> {
  await runConcurrently(warmUp, inFlight, operation);
  await meter.begin();
  const began = performance.now();
  await runConcurrently(count, inFlight, operation);
  const figure = (count / (performance.now() - began)) * 1000;
  await meter.end();
  return { value: figure, operations: count };
}

/** The median of `rounds` durations in milliseconds, after a warm-up. */
export async function measureMedian(
  meter: Meter,
  rounds: number,
  operation: () => Promise<unknown>,
): Promise<Measurement> {
  for (let i = 0; i < 5; i++) await operation();
  const times: number[] = [];
  await meter.begin();
  for (let i = 0; i < rounds; i++) {
    const began = performance.now();
    await operation();
    times.push(performance.now() - began);
  }
  await meter.end();
  return { value: medianOf(times), operations: rounds };
}

/** The median of `figures`. */
export function medianOf(figures: readonly number[]): number {
  return [...figures].sort((a, b) => a - b)[Math.floor(figures.length / 2)] as number;
}
