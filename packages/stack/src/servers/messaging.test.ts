import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openProject } from '../config/project.ts';
import { messaging } from './messaging.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'messaging-'));
  mkdirSync(join(folder, 'functions'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it.each([
  ['nodejs24', 'index.js', "require('firebase-admin/messaging');", undefined, true],
  ['nodejs24', 'index.js', "require('firebase-admin/auth');", undefined, false],
  ['nodejs24', 'index.js', 'admin.messaging();', 'fcm.googleapis.com', false],
  ['nodejs24', 'index.js', 'admin.messaging();', '*', false],
  // Requests from Python cannot be redirected.
  ['python313', 'main.py', 'from firebase_admin import messaging', undefined, false],
])(
  'for the runtime %s with %s containing "%s" and --allow-outbound %s, Cloud Messaging runs: %s',
  (runtime, name, text, allowOutbound, runs) => {
    writeFileSync(
      join(folder, 'firebase.json'),
      JSON.stringify({ functions: { source: 'functions', runtime } }),
    );
    writeFileSync(join(folder, 'functions', name), text);
    const project = openProject(folder, { project: 'demo-app', allowOutbound });
    expect(messaging.isNeeded(project, { services: [] })).toBe(runs);
  },
);
