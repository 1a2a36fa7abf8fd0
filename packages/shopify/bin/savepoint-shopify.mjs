#!/usr/bin/env node
import { existsSync } from 'node:fs';

/** A published package contains a copy of this file. */
const shared = new URL('../../server/launch.mjs', import.meta.url);
const launcher = existsSync(shared) ? shared : new URL('../dist/launch.mjs', import.meta.url);
const { launch } = await import(launcher.href);
await launch(new URL('../', import.meta.url));
