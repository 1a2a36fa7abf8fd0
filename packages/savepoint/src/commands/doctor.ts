import { existsSync, statfsSync } from 'node:fs';
import { planFunctionsBuilds } from 'savepoint-stack/builds/build-plan';
import { extensionCodebase, findSourceProblem } from 'savepoint-stack/builds/functions-build';
import { displayPath } from 'savepoint-stack/config/json-file';
import { findPortOwner } from 'savepoint-stack/config/port-owner';
import { offsetPorts } from 'savepoint-stack/config/ports';
import { commandText, openProject, type Project } from 'savepoint-stack/config/project';
import { selectEmulators } from 'savepoint-stack/emulators/select-emulators';
import { findFolderOnDefaultPorts, isRunningAt } from 'savepoint-stack/stack/running-stacks';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';
import { PORT_OFFSET } from '../cli/command-line.ts';

interface Finding {
  readonly subject: string;
  readonly ok: boolean;
  readonly detail: string;
}

const REQUIRED_DISK_BYTES = 1e9;

/** `doctor`: checks the machine without changing anything. */
export const doctor: Command = {
  summary: 'check this machine and say how to fix what is missing',
  usage: '[--json] [--port-offset N]',
  flags: {
    json: { type: 'boolean', description: 'print the findings as JSON' },
    'port-offset': { ...PORT_OFFSET, description: 'check the ports of this offset (default 0)' },
  },
  async run(invocation, folder) {
    const findings = examine(folder, invocation.number('port-offset') ?? 0);
    if (invocation.flag('json')) console.log(JSON.stringify(findings, null, 2));
    else {
      for (const { subject, ok, detail } of findings)
        console.log(`${ok ? 'ok  ' : 'FIX '}  ${subject}: ${detail}`);
    }
    return findings.every((finding) => finding.ok) ? 0 : 1;
  },
};

function examine(folder: string, offset: number): Finding[] {
  return [configuration(folder), ...projectFindings(folder, offset), diskSpace(folder)];
}

function configuration(folder: string): Finding {
  try {
    const project = openProject(folder);
    const { id, firebase, hasConfigFile } = project;
    const emulators = selectEmulators(project).join(', ');
    const config = hasConfigFile ? 'savepoint.config' : 'no savepoint.config.ts; it is optional';
    const skipped = firebase.skipped.map(({ name, reason }) => `; skipped: ${name}, ${reason}`).join('');
    return { subject: 'configuration', ok: true, detail: `${id}: ${emulators} (${config})${skipped}` };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { subject: 'configuration', ok: false, detail: error.message };
  }
}

/** The checks of the project; none if it cannot be read. */
function projectFindings(folder: string, offset: number): Finding[] {
  try {
    const project = openProject(folder);
    const builds = planFunctionsBuilds(project).map(({ output }) => builtFile(project, output));
    return [...sources(project), ...builds, ports(project, offset)];
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Codebases that a start would omit. */
function sources(project: Project): Finding[] {
  const { codebases, extensions } = project.firebase;
  return [...codebases, ...extensions.map(extensionCodebase)].flatMap((codebase) => {
    const problem = findSourceProblem(project, codebase);
    return problem === undefined
      ? []
      : [{ subject: `functions of ${codebase.name}`, ok: false, detail: problem.message }];
  });
}

function builtFile({ folder }: Project, file: string): Finding {
  const detail = existsSync(file)
    ? 'exists'
    : `does not exist yet; ${commandText(folder, 'start')} creates it`;
  return { subject: displayPath(file), ok: true, detail };
}

function ports(project: Project, offset: number): Finding {
  const { folder } = project;
  if (isRunningAt(project, offset))
    return { subject: 'ports', ok: true, detail: `in use by the running ${commandText(folder, 'start')}` };
  const other = offset === 0 ? findFolderOnDefaultPorts(project) : undefined;
  if (other !== undefined) {
    const detail = `in use by the stack of ${other}; ${commandText(folder, 'start')} gives this folder ports of its own`;
    return { subject: 'ports', ok: true, detail };
  }
  const inUse = Object.entries(offsetPorts(project, offset)).flatMap(([name, port]) => {
    const owner = findPortOwner(port);
    return owner === undefined ? [] : [`${port} (${name}) by ${owner}`];
  });
  return inUse.length === 0
    ? { subject: 'ports', ok: true, detail: 'all free' }
    : {
        subject: 'ports',
        ok: false,
        detail: `in use: ${inUse.join('; ')}. Stop these processes, or use other ports: --stack NAME, or --port-offset N`,
      };
}

function diskSpace(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  const ok = free > REQUIRED_DISK_BYTES;
  return {
    subject: 'disk',
    ok,
    detail: `${(free / 1e9).toFixed(1)} GB free${ok ? '' : ': a test run needs about one'}`,
  };
}
