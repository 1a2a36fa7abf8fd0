import { existsSync, statfsSync } from 'node:fs';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET } from '../cli/command-line.ts';
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
const REQUIRED_DISK_BYTES = 1e9;

/** `npm run doctor`: checks the machine and changes nothing. */
export const doctor: Command = {
  summary: 'check this machine and say how to fix what is missing',
  usage: 'npm run doctor -- [--json] [--port-offset N]',
  flags: {
    json: { type: 'boolean', description: 'print the findings as JSON' },
    'port-offset': { ...PORT_OFFSET, description: 'check the ports of this offset (default 0)' },
  },
  async run(invocation) {
    const findings = await examine(invocation.number('port-offset') ?? 0);
    if (invocation.flag('json')) console.log(JSON.stringify(findings, null, 2));
    else {
      for (const { subject, ok, detail } of findings)
        console.log(`${ok ? 'ok  ' : 'FIX '}  ${subject}: ${detail}`);
    }
    return findings.every((finding) => finding.ok) ? 0 : 1;
  },
};

async function examine(offset: number): Promise<Finding[]> {
  return [
    nodeVersion(),
    configuration(),
    ...['functions/lib/index.js', 'functions/.secret.local'].map(generatedFile),
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
      : `${process.version} instead of ${NODE_MAJOR}: run npm ci, which installs it`,
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

function generatedFile(file: string): Finding {
  const detail = existsSync(repositoryPath(file)) ? 'exists' : 'does not exist yet; npm start creates it';
  return { subject: file, ok: true, detail };
}

async function browser(): Promise<Finding> {
  const found = await findChromium();
  const remedy = 'not found; npm test needs it. Install chromium, or run: npx playwright install chromium';
  return { subject: 'Chromium', ok: found !== undefined, detail: found ?? remedy };
}

function ports(offset: number): Finding {
  if (findRunningStack(offset) !== undefined)
    return { subject: 'ports', ok: true, detail: 'in use by the running npm start' };
  const inUse = (Object.entries(offsetPorts(offset)) as [ServerName, number][]).flatMap(([name, port]) => {
    const owner = findPortOwner(port);
    return owner === undefined ? [] : [`${port} (${name}) by ${owner}`];
  });
  return inUse.length === 0
    ? { subject: 'ports', ok: true, detail: 'all free' }
    : {
        subject: 'ports',
        ok: false,
        detail: `in use: ${inUse.join('; ')}. Stop these processes, or use --port-offset 100`,
      };
}

function diskSpace(): Finding {
  const { bavail, bsize } = statfsSync(repositoryPath());
  const free = bavail * bsize;
  const ok = free > REQUIRED_DISK_BYTES;
  return {
    subject: 'disk',
    ok,
    detail: `${(free / 1e9).toFixed(1)} GB free${ok ? '' : ': a test run needs about one'}`,
  };
}
