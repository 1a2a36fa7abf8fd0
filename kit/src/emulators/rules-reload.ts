import { readFileSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { serverUrl } from '../config/environment.ts';
import { PROJECT_ID } from '../config/repository.ts';

const DEBOUNCE_MS = 50;

interface Issue {
  readonly severity?: string;
  readonly description?: string;
  readonly sourcePosition?: { readonly line?: number; readonly column?: number };
}

/** The outcome of loading a rules file. When `loaded` is false, the previous rules stay in force. */
export interface RulesResult {
  readonly loaded: boolean;
  /** One line each: `firestore.rules:12:5 ERROR Unexpected ')'`. */
  readonly issues: readonly string[];
}

/** Loads a rules file into the Firestore emulator on the port, through its REST endpoint `projects/ID:securityRules`. */
export async function loadRules(file: string, firestorePort: number): Promise<RulesResult> {
  const content = readFileSync(file, 'utf8');
  const response = await fetch(
    `${serverUrl(firestorePort)}/emulator/v1/projects/${PROJECT_ID}:securityRules`,
    {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
      body: JSON.stringify({ rules: { files: [{ name: basename(file), content }] } }),
    },
  );
  const body = (await response.json().catch(() => ({}))) as {
    issues?: Issue[];
    error?: { message?: string };
  };
  const issues = (body.issues ?? []).map((issue) => {
    const { line = 0, column = 0 } = issue.sourcePosition ?? {};
    return `${basename(file)}:${line}:${column} ${issue.severity ?? 'ERROR'} ${issue.description ?? ''}`;
  });
  if (body.error?.message !== undefined) issues.push(`${basename(file)}: ${body.error.message}`);
  return { loaded: response.ok && !issues.some((issue) => issue.includes(' ERROR ')), issues };
}

/** Reloads the rules file each time it is saved, until `stop`. */
export function watchRules(
  file: string,
  firestorePort: number,
  report: (line: string) => void,
): { stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const reload = async () => {
    try {
      const { loaded, issues } = await loadRules(file, firestorePort);
      for (const issue of issues) report(issue);
      report(loaded ? 'rules reloaded' : 'rules not reloaded: the previous rules stay in force');
    } catch (error) {
      report(`rules not reloaded: ${(error as Error).message}`);
    }
  };
  // Editors replace the file when they save, so the folder is watched.
  const watcher = watch(dirname(file), (_event, name) => {
    if (name !== basename(file)) return;
    clearTimeout(timer);
    timer = setTimeout(reload, DEBOUNCE_MS);
  });
  return { stop: () => watcher.close() };
}
