// Owns `npm run doctor`: what this machine lacks, each finding with its remedy. It changes nothing.
import { existsSync, statfsSync } from 'node:fs';
import type { Command } from '../cli/command.ts';
import { findPortOwner } from '../config/port-owner.ts';
import { offsetPorts, type ServerName } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import { readFirebaseConfig } from '../emulators/firebase-config.ts';
import { findRunningStack } from '../stack/running-stacks.ts';
import { findChromium } from '../testing/chromium.ts';
import { UserError } from '../user-error.ts';

interface Finding {
  readonly subject: string;
  readonly ok: boolean;
  readonly detail: string;
}

const NODE_MAJOR = 24;
const NEEDED_BYTES = 1e9;

export const doctor: Command = {
  summary: 'check this machine and say how to mend what is wrong',
  usage: 'npm run doctor -- [--json] [--port-offset N]',
  flags: { json: 'boolean', 'port-offset': 'number' },
  positionals: 0,
  async run(invocation) {
    const findings = await examine(invocation.number('port-offset') ?? 0);
    if (invocation.flag('json')) console.log(JSON.stringify(findings, null, 2));
    else {
      for (const { subject, ok, detail } of findings)
        console.log(`${ok ? 'ok  ' : 'MEND'}  ${subject}: ${detail}`);
    }
    return findings.every((finding) => finding.ok) ? 0 : 1;
  },
};

async function examine(offset: number): Promise<Finding[]> {
  return [
    nodeVersion(),
    configuration(),
    ...['functions/lib/index.js', 'functions/.secret.local'].map(madeByStart),
    await browser(),
    ports(offset),
    diskSpace(),
  ];
}

function nodeVersion(): Finding {
  const ok = Number(process.versions.node.split('.')[0]) === NODE_MAJOR;
  return {
    subject: 'Node',
    ok,
    detail: ok
      ? process.version
      : `${process.version}, not ${NODE_MAJOR}: run npm ci, it brings the right one`,
  };
}

function configuration(): Finding {
  try {
    readFirebaseConfig();
    return {
      subject: 'configuration',
      ok: true,
      detail: 'firebase.json, firestore.rules and firestore.indexes.json can be read',
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { subject: 'configuration', ok: false, detail: error.message };
  }
}

function madeByStart(file: string): Finding {
  const detail = existsSync(repositoryPath(file)) ? 'there' : 'not there yet; npm start makes it';
  return { subject: file, ok: true, detail };
}

async function browser(): Promise<Finding> {
  const found = await findChromium();
  const remedy = 'none: npm test needs one. Install chromium, or run: npx playwright install chromium';
  return { subject: 'Chromium', ok: found !== undefined, detail: found ?? remedy };
}

function ports(offset: number): Finding {
  if (findRunningStack(offset) !== undefined)
    return { subject: 'ports', ok: true, detail: 'held by the running npm start' };
  const taken = (Object.entries(offsetPorts(offset)) as [ServerName, number][]).flatMap(([name, port]) => {
    const holder = findPortOwner(port);
    return holder === undefined ? [] : [`${port} (${name}) by ${holder}`];
  });
  return taken.length === 0
    ? { subject: 'ports', ok: true, detail: 'all free' }
    : {
        subject: 'ports',
        ok: false,
        detail: `held: ${taken.join('; ')}. Stop them, or use --port-offset 100`,
      };
}

function diskSpace(): Finding {
  const { bavail, bsize } = statfsSync(repositoryPath());
  const free = bavail * bsize;
  const ok = free > NEEDED_BYTES;
  return {
    subject: 'disk',
    ok,
    detail: `${(free / 1e9).toFixed(1)} GB free${ok ? '' : ': make room, a test run needs about one'}`,
  };
}
