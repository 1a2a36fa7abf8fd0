import { buildFirestoreIfStale } from '../builds/firestore-build.ts';
import { serverUrl } from '../config/environment.ts';
import { readFirebaseJson } from '../config/firebase-json.ts';
import { displayPath } from '../config/json-file.ts';
import { findFreePorts } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { FIRESTORE_MAIN, storageRulesModule } from '../emulators/firebase-tools.ts';
import { loadRules } from '../emulators/firestore-reload.ts';
import type { Run } from '../processes/run.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { UserError } from '../user-error.ts';

/**
 * Compiles the rules of Firestore and of Storage.
 * @throws UserError with the compiler's errors, or when a file is missing
 */
export async function checkRules(project: Project, run: Run): Promise<void> {
  // Without the option that lets a stack start although the files are missing.
  const { firestore, storage } = readFirebaseJson(project.folder);
  if (firestore?.rules !== undefined) await checkFirestoreRules(project, run, firestore.rules);
  for (const { rules } of storage) if (rules !== undefined) await checkStorageRules(run, rules);
}

/** Compiles the rules of Firestore with a Firestore emulator that is started for this alone. */
async function checkFirestoreRules(project: Project, run: Run, rules: string): Promise<void> {
  const { firestore } = await findFreePorts(project);
  const server = run.start({
    name: 'firestore',
    command: process.execPath,
    args: [FIRESTORE_MAIN, '--port', String(firestore)],
    cwd: run.folder,
  });
  await waitForHttp(`Firestore at ${serverUrl(firestore)}`, firestore, () => run.isEnding);
  const result = await loadRules(rules, { port: firestore, projectId: project.id });
  server.kill('SIGTERM');
  await server.exit;
  if (!result.loaded)
    throw new UserError(
      `${displayPath(rules)} does not compile:\n${result.issues.join('\n')}`,
      'Fix the rules.',
    );
}

/**
 * Prints the issues of the rules file (the second argument) with the module of the engine (the
 * first); exits with 1 after an error.
 */
const COMPILE_STORAGE_RULES = `
  import { readFileSync } from 'node:fs';
  import { pathToFileURL } from 'node:url';
  const [, module, file] = process.argv;
  const { compileStorageRules, issueLine } = await import(pathToFileURL(module).href);
  const { ruleset, issues } = compileStorageRules(readFileSync(file, 'utf8'));
  for (const issue of issues) console.log(issueLine(issue));
  process.exitCode = ruleset === undefined ? 1 : 0;`;

/**
 * Compiles the rules of Storage with the engine that the Storage emulator uses, in a process of its
 * own.
 */
async function checkStorageRules(run: Run, rules: string): Promise<void> {
  await buildFirestoreIfStale(run);
  const issues: string[] = [];
  const { exit } = run.start({
    name: 'storage rules',
    command: process.execPath,
    args: ['--input-type=module', '--eval', COMPILE_STORAGE_RULES, storageRulesModule(), rules],
    cwd: run.folder,
    onLine: (line) => issues.push(line),
  });
  if ((await exit) !== 0)
    throw new UserError(`${displayPath(rules)} does not compile:\n${issues.join('\n')}`, 'Fix the rules.');
}
