// Publishes the npm packages of the repository, or shows what would be published:
//   npm run publish:packages             checks, packs, and prints what each package would contain
//   npm run publish:packages -- --yes    the same, then publishes; needs `npm login`
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from './package-folders.ts';
import { publishingProblems, reportProblems } from './publishing-problems.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program of the repository in this terminal. Exits with 1 when it fails. */
function runOrExit(program: string, args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: REPOSITORY, stdio: 'inherit' });
  if (status !== 0) {
    console.error(`${program} ${args.join(' ')} failed; packages before it may be published, no other is.`);
    process.exit(1);
  }
}

const args = process.argv.slice(2);
const isConfirmed = args.includes('--yes');
if (args.some((arg) => arg !== '--yes')) {
  console.error(
    'Usage: npm run publish:packages [-- --yes]\nWithout --yes it shows what would be published.',
  );
  process.exit(args.includes('--help') ? 0 : 1);
}
for (const { folder, buildScript } of PACKAGES) {
  if (buildScript !== undefined) runOrExit(process.execPath, [join(folder, buildScript)]);
}
const problems = publishingProblems(REPOSITORY);
if (problems.length > 0) {
  const { text, stops } = reportProblems(problems, isConfirmed);
  console.error(text);
  if (stops) process.exit(1);
}
runOrExit('npx', ['vitest', 'run', '--project', 'packages']);
for (const { packedFolder } of PACKAGES) {
  runOrExit('npm', [
    'publish',
    `./${packedFolder}`,
    '--access',
    'public',
    ...(isConfirmed ? [] : ['--dry-run']),
  ]);
}
if (!isConfirmed) console.log('Nothing was published. To publish: npm run publish:packages -- --yes');
