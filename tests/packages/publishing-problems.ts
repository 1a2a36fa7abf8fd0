import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGES } from './package-folders.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * The reasons that prevent publishing the packages of a repository, one sentence each: uncommitted
 * changes, versions that differ, a version missing from the changelog, a package that is private,
 * has no license or depends on another version of one of them. Empty if there are none.
 */
export function publishingProblems(
  repository: string,
  folders: readonly string[] = PACKAGES.map(({ packedFolder }) => packedFolder),
): readonly string[] {
  const manifests = folders.map(
    (folder) => JSON.parse(readFileSync(join(repository, folder, 'package.json'), 'utf8')) as Manifest,
  );
  return [
    ...uncommittedChanges(repository),
    ...versionProblems(repository, manifests),
    ...manifests.filter((each) => each.private).map(({ name }) => `${name} is private in its package.json.`),
    ...folders
      .filter((folder) => !existsSync(join(repository, folder, 'LICENSE')))
      .map((folder) => `${folder}/LICENSE is missing.`),
    ...manifests.flatMap((manifest) => dependencyProblems(manifest, manifests)),
  ];
}

function uncommittedChanges(repository: string): string[] {
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: repository, encoding: 'utf8' }).trim();
  return status === '' ? [] : [`These files are not committed:\n${status}`];
}

function versionProblems(repository: string, manifests: readonly Manifest[]): string[] {
  const versions = [...new Set(manifests.map(({ version }) => version))];
  if (versions.length > 1) {
    const list = manifests.map(({ name, version }) => `${name} ${version}`).join(', ');
    return [`The packages have different versions: ${list}. Set one with: npm version VERSION --workspaces`];
  }
  const changelog = readFileSync(join(repository, 'CHANGELOG.md'), 'utf8');
  const described = changelog.split('\n').some((line) => line.startsWith(`## ${versions[0]}`));
  return described ? [] : [`CHANGELOG.md has no section "## ${versions[0]}".`];
}

function dependencyProblems({ name, dependencies = {} }: Manifest, all: readonly Manifest[]): string[] {
  return all
    .filter((other) => other.name in dependencies && dependencies[other.name] !== other.version)
    .map((other) => `${name} depends on ${other.name} ${dependencies[other.name]}, not ${other.version}.`);
}

/**
 * The terminal's text about problems, and whether they stop the run: a rehearsal still shows what
 * would be published.
 */
export function reportProblems(
  problems: readonly string[],
  isConfirmed: boolean,
): { readonly text: string; readonly stops: boolean } {
  const title = isConfirmed ? 'Nothing was published' : 'To do before these can be published';
  return { text: [`${title}:`, ...problems.map((problem) => `- ${problem}`)].join('\n'), stops: isConfirmed };
}
