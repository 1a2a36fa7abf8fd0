import { spawnSync } from 'node:child_process';
import type { CommandArgument, CommandConfig } from 'savepoint-stack/config/define-config';
import { openProject } from 'savepoint-stack/config/project';
import { unknownName } from 'savepoint-stack/config/unknown-name';
import { withOutboundGuard } from 'savepoint-stack/processes/outbound-guard';
import { stackVariables } from 'savepoint-stack/servers/servers';
import { findRunningStack } from 'savepoint-stack/stack/running-stacks';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';
import { type Invocation, PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { selectionOf } from './stack-selection.ts';

/**
 * A command of the configuration as one of the kit: runs its program with the arguments of the
 * command, and the addresses of the running stack.
 */
export function projectCommand(name: string, config: CommandConfig): Command {
  return {
    summary: config.summary,
    usage: config.usage ?? '',
    flags: { ...config.flags, stack: STACK, 'port-offset': PORT_OFFSET },
    maxPositionals: config.arguments?.length ?? 0,
    async run(invocation, folder) {
      checkArguments(config.arguments ?? [], invocation);
      const needsNoStack =
        config.stackUnless !== undefined && invocation.text(config.stackUnless) !== undefined;
      const project = openProject(folder);
      const { environment } = project;
      const env = needsNoStack
        ? Object.fromEntries(stackVariables(project).map((variable) => [variable, undefined]))
        : {
            ...findRunningStack(folder, selectionOf(invocation)).environment,
            NODE_OPTIONS: withOutboundGuard(environment.NODE_OPTIONS),
          };
      const args = [...invocation.positionals, ...flagArguments(config, invocation)];
      const result = spawnSync('sh', ['-c', `${config.command} "$@"`, name, ...args], {
        cwd: folder,
        env: { ...environment, ...env },
        encoding: 'utf8',
      });
      process.stdout.write(result.stdout);
      if (result.status !== 0) throw new UserError(result.stderr.trim(), 'Nothing was changed.');
      return 0;
    },
  };
}

function checkArguments(
  expected: readonly CommandArgument[],
  { positionals, usage: typed }: Invocation,
): void {
  const usage = `Usage: ${typed}`;
  for (const [index, { name, choices, pattern }] of expected.entries()) {
    const value = positionals[index];
    const list = choices === undefined ? '' : `: ${choices.join(' or ')}`;
    if (value === undefined) throw new UserError(`Expected ${name}${list}`, usage);
    if (choices !== undefined && !choices.includes(value)) {
      throw unknownName(name.replace(/^an? /, ''), value, choices, usage);
    }
    if (pattern !== undefined && !new RegExp(pattern).test(value)) {
      throw new UserError(`Expected ${name}, but got "${value}"`, usage);
    }
  }
}

function flagArguments({ flags = {} }: CommandConfig, invocation: Invocation): string[] {
  return Object.entries(flags).flatMap(([name, { type }]) => {
    if (type === 'boolean') return invocation.flag(name) ? [`--${name}`] : [];
    const value = invocation.text(name);
    return value === undefined ? [] : [`--${name}`, value];
  });
}
