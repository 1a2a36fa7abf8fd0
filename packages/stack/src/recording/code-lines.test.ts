import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';
import { codeLines } from './code-lines.ts';

it('codeLines resolves lines through source maps, and keeps lines of files without one', () => {
  const folder = mkdtempSync(join(tmpdir(), 'code-lines-'));
  try {
    const source = join(folder, 'stock.ts');
    writeFileSync(
      source,
      `interface Stock { left: number }\n\nexport function sell(stock: Stock) {\n  throw new Error(String(stock.left));\n}\n`,
    );
    const outfile = join(folder, 'lib.js');
    const { outputFiles } = buildSync({
      ...{ entryPoints: [source], outfile, bundle: true, sourcemap: true, format: 'esm', write: false },
    });
    for (const { path, text } of outputFiles) writeFileSync(path, text);
    const built = outputFiles.find(({ path }) => path === outfile)?.text.split('\n') ?? [];
    const line = built.findIndex((text) => text.includes('throw new Error')) + 1;
    const place = `${outfile}:${line}:${(built[line - 1]?.indexOf('new Error') ?? 0) + 1}`;
    const find = codeLines(folder);
    expect(find(`${place}\n${place}\n${join(folder, 'plain.js')}:7:3`)).toEqual([
      { file: 'stock.ts', line: 4 },
      { file: 'plain.js', line: 7 },
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
