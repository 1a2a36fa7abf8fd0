import { spawnSync } from 'node:child_process';
import type { Command } from '../cli/command.ts';
import { ALLOW_OUTBOUND, type Invocation, PORT_OFFSET, STACK } from '../cli/command-line.ts';
import { unknownName } from '../cli/unknown-name.ts';
import type { CommandArgument, CommandConfig } from '../config/define-config.ts';
import { fillAddresses, serverUrl, stackVariables } from '../config/environment.ts';
import { findFreePorts } from '../config/ports.ts';
import { commandText, projectPath } from '../config/project.ts';
import { allowOutbound, withOutboundGuard } from '../processes/outbound-guard.ts';
import { Run } from '../processes/run.ts';
import { getRunningStack } from '../stack/running-stacks.ts';
import { requireChromium } from '../testing/chromium.ts';
import { runPlaywright } from '../testing/playwright-suite.ts';
import { TestStack } from '../testing/test-stack.ts';
import { UserError } from '../user-error.ts';
import { selectionOf } from './stack-selection.ts';

/** A command of the configuration as one of the kit. */
export function projectCommand(name: string, config: CommandConfig): Command {
  return config.browserTests === undefined
    ? programCommand(name, config, config.command ?? '')
    : browserTestsCommand(name, config, config.browserTests.env);
}

/** Runs the program of the configuration with the arguments of the command, and the addresses of the running stack. */
function programCommand(name: string, config: CommandConfig, program: string): Command {
  return {
    summary: config.summary,
    usage: commandText(name, config.usage),
    flags: { ...config.flags, stack: STACK, 'port-offset': PORT_OFFSET, STACK },
    maxPositionals: config.arguments?.length ?? 0,
    async run(invocation) {
      checkArguments(config.arguments ?? [], invocation, `Usage: ${commandText(name, config.usage)}`);
      const needsNoStack =
        config.stackUnless !== undefined && invocation.text(config.stackUnless) !== undefined;
      const env = needsNoStack
        ? Object.fromEntries(stackVariables().map((variable) => [variable, undefined]))
        : {
            ...getRunningStack(selectionOf(invocation)).environment,
            NODE_OPTIONS: withOutboundGuard(),
          };
      const args = [...invocation.positionals, ...flagArguments(config, invocation)];
      const result = spawnSync('sh', ['-c', `${program} "$@"`, name, ...args], {
        cwd: projectPath(),
        env: { ...process.env, ...env },
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
  { positionals }: Invocation,
  usage: string,
): void {
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

/** Runs the browser tests on a stack of their own. */
function browserTestsCommand(
  name: string,
  config: CommandConfig,
  templates: Readonly<Record<string, string>>,
): Command {
  return {
    summary: config.summary,
    usage: commandText(name, '[--grep PATTERN]'),
    flags: {
      grep: {
        type: 'string',
        value: 'PATTERN',
        description: 'only tests whose title matches the regular expression',
      },
      'allow-outbound': ALLOW_OUTBOUND,
    },
    async run(invocation) {
      allowOutbound(invocation.text('allow-outbound'));
      const chromium = await requireChromium();
      const grep = invocation.text('grep');
      const run = new Run();
      try {
        const ports = await findFreePorts();
        const appUrl = serverUrl(ports.hosting);
        const stack = new TestStack(run, ports, appUrl);
        const own = Object.fromEntries(
          Object.entries(templates).map(([key, text]) => [key, fillAddresses(text, { ports, appUrl })]),
        );
        const result = await runPlaywright(run, {
          chromium,
          grep,
          env: { ...(await stack.ready()), ...own },
        });
        console.log(result.output);
        if (result.passed + result.failed === 0) throw new UserError(`--grep "${grep}" matches no test`);
        console.log(`${result.passed} passed, ${result.failed} failed`);
        return result.failed === 0 ? 0 : 1;
      } finally {
        await run.end();
      }
    },
  };
}
