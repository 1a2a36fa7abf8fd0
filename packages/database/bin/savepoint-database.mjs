#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** The package has a copy of it. */
const shared = new URL('../../server/launch.mjs', import.meta.url);
const launcher = existsSync(shared) ? shared : new URL('../dist/launch.mjs', import.meta.url);
const { launch } = await import(launcher.href);
await launch(new URL('../', import.meta.url));
