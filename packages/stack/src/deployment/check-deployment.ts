import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildFunctions } from '../builds/functions-build.ts';
import { displayPath, readJsonFile } from '../config/json-file.ts';
import { commandText, type Project } from '../config/project.ts';
import { missingSiteFolders } from '../config/site-folders.ts';
import type { Run } from '../processes/run.ts';
import { buildWebApp } from '../servers/hosting-build.ts';
import { UserError } from '../user-error.ts';
import { checkContentSecurityPolicy } from './check-content-security-policy.ts';
import { checkRules } from './check-rules.ts';
import { describeDatabase } from './database-instances.ts';
import { readManifests } from './functions-manifest.ts';
import { listMissingSettings } from './missing-settings.ts';

interface Step {
  readonly name: string;
  /** Resolves with a description of the success. */
  readonly run: () => Promise<string>;
}

/** The outcome of all steps, with one line per step. */
export interface DeploymentCheck {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

/**
 * Checks everything about a deployment that needs no network: builds, rules, indexes, settings. All
 * steps run even if one fails.
 */
export async function checkDeployment(project: Project, run: Run): Promise<DeploymentCheck> {
  const lines: string[] = [];
  let failed = 0;
  const steps = stepsOf(project, run);
  for (const step of steps) {
    try {
      lines.push(`ok    ${step.name}: ${await step.run()}`);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      failed += 1;
      lines.push(`FAIL  ${step.name}: ${error.message}`);
    }
  }
  return { passed: steps.length - failed, failed, output: lines.join('\n') };
}

/** The steps that apply to the project. */
function stepsOf(project: Project, run: Run): Step[] {
  const { config, firebase } = project;
  const hasFunctions = firebase.codebases.length > 0;
  const steps: (Step & { readonly applies: boolean })[] = [
    { name: 'configuration', applies: true, run: async () => describeConfiguration(project) },
    { name: 'web', applies: config.build?.hosting !== undefined, run: async () => buildSite(project, run) },
    {
      name: 'functions',
      applies: hasFunctions,
      run: async () => buildFunctions(project).then(() => 'built'),
    },
    { name: 'functions load', applies: hasFunctions, run: async () => describeManifest(project, run) },
    {
      name: 'content security policy',
      applies: firebase.sites.length > 0,
      run: async () => checkContentSecurityPolicy(project),
    },
    { name: 'rules', applies: true, run: async () => checkRules(project, run).then(() => 'compile') },
    {
      name: 'indexes',
      applies: firebase.firestore?.indexes !== undefined,
      run: async () => describeIndexes(project),
    },
    {
      name: 'realtime database',
      applies: (firebase.database ?? []).length > 0,
      run: async () => describeDatabase(project),
    },
    { name: 'settings', applies: hasFunctions, run: async () => describeSettings(project, run) },
  ];
  return steps.filter(({ applies }) => applies);
}

/**
 * Throws UserError when a site's folder is missing, because firebase-tools refuses to deploy it.
 */
function describeConfiguration(project: Project): string {
  const { firebase } = project;
  const [missing] = missingSiteFolders(project);
  if (missing !== undefined) {
    throw new UserError(
      `firebase.json serves ${missing}, which does not exist`,
      'Build the site before, or name its build in build.hosting of savepoint.config.ts.',
    );
  }
  const folders = firebase.sites.flatMap(({ folder }) => (folder === undefined ? [] : [displayPath(folder)]));
  return folders.length === 0 ? 'firebase.json is valid' : `firebase.json serves ${folders.join(', ')}`;
}

async function buildSite(project: Project, run: Run): Promise<string> {
  await buildWebApp(project, { run, onLine: () => undefined });
  const { config, firebase } = project;
  const folders = firebase.sites.flatMap(({ folder }) => (folder === undefined ? [] : [folder]));
  const pages = config.deploy?.pages ?? ['index.html'];
  for (const folder of folders) {
    const missing = pages.find((page) => !existsSync(join(folder, page)));
    if (missing !== undefined) {
      throw new UserError(
        `firebase.json serves ${displayPath(folder)}, but the build did not write ${missing} there`,
        'Set hosting.public to the folder that the build writes.',
      );
    }
  }
  return `built into ${folders.map(displayPath).join(', ')}`;
}

/**
 * Only queries reveal missing indexes: `requireIndexes` rejects queries without one, and `savepoint
 * advise` lists them.
 */
function describeIndexes({ folder, firebase }: Project): string {
  const file = firebase.firestore?.indexes as string;
  const { indexes = [] } = readJsonFile(file, 'Fix the file.').value as { indexes?: readonly object[] };
  const advise = commandText(folder, 'advise');
  return `${displayPath(file)} has ${indexes.length} composite indexes; ${advise} names those that queries of a running stack miss`;
}

function describeManifest(project: Project, run: Run): string {
  const names = readManifests(project, run.folder).flatMap(({ endpoints }) => Object.keys(endpoints));
  return `${names.length} functions: ${names.join(', ')}`;
}

function describeSettings(project: Project, run: Run): string {
  const missing = listMissingSettings(readManifests(project, run.folder), project);
  if (missing.length === 0) return 'all set';
  return `set these once per project:\n${missing.map((line) => `        ${line}`).join('\n')}`;
}
