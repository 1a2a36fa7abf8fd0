// Builds the JavaScript alone, without declarations: what a start from the repository needs.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { status } = spawnSync(process.execPath, ['../build-package.js', '--bundle-only'], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
