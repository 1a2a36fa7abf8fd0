import { existsSync, statfsSync } from 'node:fs';
import { planFunctionsBuilds } from '../builds/build-plan.ts';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET } from '../cli/command-line.ts';
import { displayPath } from '../config/json-file.ts';
import { findPortOwner } from '../config/port-owner.ts';
import { offsetPorts } from '../config/ports.ts';
import { commandText, getProject, projectPath } from '../config/project.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import { findFolderOnDefaultPorts, isRunningAt } from '../stack/running-stacks.ts';
import { UserError } from '../user-error.ts';

interface Finding {
  readonly subject: string;
  readonly ok: boolean;
  readonly detail: string;
}

const NODE_MAJOR = 24;
const REQUIRED_DISK_BYTES = 1e9;

/** `doctor`: checks the machine and changes nothing. */
export const doctor: Command = {
  summary: 'check this machine and say how to fix what is missing',
  usage: commandText('doctor', '[--json] [--port-offset N]'),
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
  return [nodeVersion(), configuration(), ...projectFindings(offset), diskSpace()];
}

function nodeVersion(): Finding {
  const ok = Number(process.versions.node.split('.')[0]) === NODE_MAJOR;
  return {
    subject: 'Node',
    ok,
    detail: ok
      ? process.version
      : `${process.version} instead of ${NODE_MAJOR}: npm ci installs it in a clone of the kit; elsewhere install it yourself`,
  };
}

function configuration(): Finding {
  try {
    const { id, firebase, hasConfigFile } = getProject();
    const emulators = selectEmulators().join(', ');
    const config = hasConfigFile ? 'savepoint.config' : 'no savepoint.config.ts, which is fine';
    const skipped = firebase.skipped.map(({ name, reason }) => `; skipped: ${name}, ${reason}`).join('');
    return { subject: 'configuration', ok: true, detail: `${id}: ${emulators} (${config})${skipped}` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { subject: 'configuration', ok: false, detail: error.message };
  }
}

/** What depends on the project; nothing where it cannot be read. */
function projectFindings(offset: number): Finding[] {
  try {
    const builds = planFunctionsBuilds().map(({ output }) => builtFile(output));
    return [...builds, ports(offset)];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

function builtFile(file: string): Finding {
  const detail = existsSync(file) ? 'exists' : `does not exist yet; ${commandText('start')} creates it`;
  return { subject: displayPath(file), ok: true, detail };
}

function ports(offset: number): Finding {
  if (isRunningAt(offset))
    return { subject: 'ports', ok: true, detail: `in use by the running ${commandText('start')}` };
  const other = offset === 0 ? findFolderOnDefaultPorts() : undefined;
  if (other !== undefined) {
    const detail = `in use by the stack of ${other}; ${commandText('start')} gives this folder ports of its own`;
    return { subject: 'ports', ok: true, detail };
  }
  const inUse = Object.entries(offsetPorts(offset)).flatMap(([name, port]) => {
    const owner = findPortOwner(port);
    return owner === undefined ? [] : [`${port} (${name}) by ${owner}`];
  });
  return inUse.length === 0
    ? { subject: 'ports', ok: true, detail: 'all free' }
    : {
        subject: 'ports',
        ok: false,
        detail: `in use: ${inUse.join('; ')}. Stop these processes, or start with --stack NAME`,
      };
}

function diskSpace(): Finding {
  const { bavail, bsize } = statfsSync(projectPath());
  const free = bavail * bsize;
  const ok = free > REQUIRED_DISK_BYTES;
  return {
    subject: 'disk',
    ok,
    detail: `${(free / 1e9).toFixed(1)} GB free${ok ? '' : ': a test run needs about one'}`,
  };
}
