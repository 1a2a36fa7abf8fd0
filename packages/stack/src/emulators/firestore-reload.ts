import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { serverUrl } from '../config/environment.ts';
import { displayPath, type JsonPath, readJsonFile } from '../config/json-file.ts';
import { fetchServer } from '../processes/fetch-server.ts';
import { UserError } from '../user-error.ts';

interface Issue {
  readonly severity?: string;
  readonly description?: string;
  readonly sourcePosition?: { readonly line?: number; readonly column?: number };
}

/** A project's Firestore emulator, or one database of it. */
export interface ProjectFirestore {
  readonly port: number;
  readonly projectId: string;
  /** If absent: all databases without their own rules or indexes. */
  readonly databaseId?: string | undefined;
}

/** The URL of the endpoint `securityRules` or `indexes`. */
function endpoint({ port, projectId, databaseId }: ProjectFirestore, name: string): string {
  const database = databaseId === undefined ? '' : `/databases/${databaseId}`;
  return `${serverUrl(port)}/emulator/v1/projects/${projectId}${database}:${name}`;
}

/** The result of loading a rules file. If `loaded` is false, the previous rules stay in force. */
export interface RulesResult {
  readonly loaded: boolean;
  /** One line per issue: `firestore.rules:12:5 ERROR Unexpected ')'`. */
  readonly issues: readonly string[];
}

/**
 * Loads a rules file into the Firestore emulator, through its REST endpoint `securityRules`.
 */
export async function loadRules(file: string, firestore: ProjectFirestore): Promise<RulesResult> {
  const content = readFileSync(file, 'utf8');
  const response = await fetchServer('Firestore', endpoint(firestore, 'securityRules'), {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: 'Bearer owner' },
    // With ignore_errors, the response contains the positions of the errors.
    body: JSON.stringify({ rules: { files: [{ name: basename(file), content }] }, ignore_errors: true }),
  });
  const body = (await response.json().catch(() => ({}))) as {
    issues?: Issue[];
    error?: { message?: string };
  };
  const issues = (body.issues ?? []).map((issue) => {
    const { line = 0, column = 0 } = issue.sourcePosition ?? {};
    return `${displayPath(file)}:${line}:${column} ${issue.severity ?? 'ERROR'} ${issue.description ?? ''}`;
  });
  if (body.error?.message !== undefined) issues.push(`${displayPath(file)}: ${body.error.message}`);
  return { loaded: response.ok && !issues.some((issue) => issue.includes(' ERROR ')), issues };
}

/**
 * Loads indexes and TTL policies into the Firestore emulator. Returns the number of composite
 * indexes.
 * @throws UserError with file and line when the file is wrong; the previous indexes stay in force
 */
export async function loadIndexes(file: string, firestore: ProjectFirestore): Promise<number> {
  const json = readJsonFile(file, REMEDY);
  const response = await fetchServer('Firestore', endpoint(firestore, 'indexes'), {
    method: 'PUT',
    headers: { authorization: 'Bearer owner' },
    body: readFileSync(file, 'utf8'),
  });
  if (!response.ok) {
    const { error } = (await response.json()) as { error: { message: string } };
    throw new UserError(`${json.locate(pathIn(error.message))}: ${error.message}`, REMEDY);
  }
  const { indexes = [] } = json.value as { indexes?: readonly unknown[] };
  return indexes.length;
}

const REMEDY = 'The previous indexes stay in force.';

/** Extracts the position from a message, such as `indexes[0].fields[1]`, as a path. */
function pathIn(message: string): JsonPath {
  const place = /\b(?:indexes|fieldOverrides)\[\d+\](?:\.\w+(?:\[\d+\])?)*/.exec(message)?.[0] ?? '';
  return place
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}
