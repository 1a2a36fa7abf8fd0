/** One measurement: a value in the benchmark's unit, and the number of measured operations. */
export interface Measurement {
  readonly value: number;
  readonly operations: number;
}

/** Called at the beginning and end of the measured part, which excludes preparation and warm-up. */
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

/**
 * Measures operations per second: `count` of them, `inFlight` at a time, after `warmUp` unmeasured
 * ones.
 */
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
  const value = (count / (performance.now() - began)) * 1000;
  await meter.end();
  return { value, operations: count };
}

/** Measures the median duration of `rounds` operations in milliseconds, after a warm-up. */
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

/** The median of `values`, which must not be empty. */
export function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
