import { installCommand } from '../config/install-command.ts';

/** The remedy for a build that failed for a reason other than its code; otherwise undefined. */
export function buildRemedy(output: string, folder: string): string | undefined {
  if (/\b(EACCES|EPERM|EROFS)\b/.test(output)) return 'Make the file that it names writable.';
  if (/\bENOSPC\b/.test(output)) return 'Free some space on the disk.';
  const missing = /(?:sh|bash): (?:\d+: |line \d+: )?(\S+?): (?:command )?not found/.exec(output)?.[1];
  if (missing !== undefined) return `${missing} is not installed. Run: ${installCommand(folder)}`;
  return undefined;
}
