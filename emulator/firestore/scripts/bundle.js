// Owns the bundle: everything the emulator runs, in one file that loads fast.

import { build } from 'esbuild';

await build({
  entryPoints: { main: 'src/main.ts', index: 'src/index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  legalComments: 'linked',
  // grpc-js and ws are CommonJS and call require for Node's own modules.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;",
  },
});
