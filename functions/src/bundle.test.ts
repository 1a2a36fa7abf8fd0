// Tests the uploaded bundle: the kit records functions by a preload, so they contain no tracing
// code.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';

describe('the functions', () => {
  it('contain no tracer, neither their own code nor the model that is bundled with it', async () => {
    const { dependencies } = JSON.parse(
      readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8'),
    );
    const packages = Object.keys(dependencies).filter((name) => !name.startsWith('@savepoint/'));
    expect(packages.filter((name) => name.includes('opentelemetry'))).toEqual([]);
    const { outputFiles } = await build({
      entryPoints: [join(import.meta.dirname, 'index.ts')],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'esm',
      external: packages.flatMap((name) => [name, `${name}/*`]),
    });
    expect(outputFiles[0]?.text).toContain('createOrder');
    expect(outputFiles[0]?.text).not.toMatch(/traceparent|opentelemetry|OTEL_|SAVEPOINT_EVENT_LOG/i);
  });
});
