import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildFunctions } from '../builds/functions-build.ts';
import { buildWebApp } from '../builds/web-app.ts';
import { PROJECT_ID, repositoryPath } from '../config/repository.ts';
import { readFirebaseConfig } from '../emulators/firebase-config.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { checkContentSecurityPolicy } from './check-content-security-policy.ts';
import { checkIndexes } from './check-indexes.ts';
import { checkRules } from './check-rules.ts';
import { readManifest } from './functions-manifest.ts';
import { listMissingSettings } from './missing-settings.ts';

interface Step {
  readonly name: string;
  /** Resolves with the text that describes a success. */
  readonly run: () => Promise<string>;
}

/** The outcome of all steps, and one line per step. */
export interface DeploymentCheck {
  readonly passed: number;
  readonly failed: number;
  readonly output: string;
}

/** Checks everything of a deployment that needs no network: builds, rules, indexes, settings. A failed step does not stop the others. */
export async function checkDeployment(run: Run, projectId: string = PROJECT_ID): Promise<DeploymentCheck> {
  const lines: string[] = [];
  let failed = 0;
  const steps = stepsOf(run, projectId);
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

function stepsOf(run: Run, projectId: string): Step[] {
  return [
    {
      name: 'configuration',
      run: async () => `firebase.json serves ${readFirebaseConfig().hosting.public}`,
    },
    { name: 'web', run: async () => buildSite(run) },
    { name: 'functions', run: async () => buildFunctions().then(() => 'built') },
    { name: 'functions load', run: async () => describeManifest(run, projectId) },
    { name: 'content security policy', run: async () => checkContentSecurityPolicy() },
    { name: 'rules', run: async () => checkRules(run).then(() => 'compile') },
    { name: 'indexes', run: async () => checkIndexes() },
    { name: 'settings', run: async () => describeSettings(run, projectId) },
  ];
}

async function buildSite(run: Run): Promise<string> {
  await buildWebApp({ run, onLine: () => undefined });
  const folder = repositoryPath(readFirebaseConfig().hosting.public);
  if (!existsSync(join(folder, 'shell.html'))) {
    throw new UserError(
      `firebase.json serves ${folder}, but the build has written no shell.html there`,
      'Set hosting.public to web/dist/site.',
    );
  }
  return `built into ${folder}`;
}

function describeManifest(run: Run, projectId: string): string {
  const { endpoints } = readManifest(run.folder, projectId);
  return `${Object.keys(endpoints).length} functions: ${Object.keys(endpoints).join(', ')}`;
}

function describeSettings(run: Run, projectId: string): string {
  const missing = listMissingSettings(readManifest(run.folder, projectId).params ?? [], projectId);
  if (missing.length === 0) return 'all set';
  return `set these once per project:\n${missing.map((line) => `        ${line}`).join('\n')}`;
}
