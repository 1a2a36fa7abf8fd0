// A substitute for tsc: the output is not in version control.
import { copyFileSync, mkdirSync } from 'node:fs';

mkdirSync('lib', { recursive: true });
copyFileSync('src/index.js', 'lib/index.js');
