import { readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { SourceLine } from '../../../event-log/recording/advice.ts';
import { planFunctionsBuilds, planHostingBuild } from '../builds/build-plan.ts';
import { findFiles } from '../config/find-files.ts';
import type { Project } from '../config/project.ts';

const SOURCES = '**/*.{ts,tsx,js,jsx,mjs,cjs}';
const TEST = /\.(?:test|spec)\.[^/]*$/;
/** Calls of the SDKs, and the `path` field that an app's own request type may have. */
const NAMES_PATH = /\b(?:collection|collectionGroup|doc)\(|\bpath:/;

/**
 * Returns a function that finds the source line where a collection is used: the first that passes
 * its id to the SDK, or else the first with a string that contains it.
 */
export function indexSourceLines(project: Project): (collection: string) => SourceLine | null {
  return indexLines(project, listSources(project));
}

/** The same for the sources of apps: those of the web app, or else all that no function has. */
export function indexAppLines(project: Project): (collection: string) => SourceLine | null {
  return indexLines(project, listAppSources(project));
}

function indexLines(project: Project, files: readonly string[]): (collection: string) => SourceLine | null {
  const lines = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .map((text, index) => ({ text, file: relative(project.folder, file), line: index + 1 })),
  );
  return (collection) => {
    const naming = lines.filter(({ text }) => isInString(text, collection));
    const found = naming.find(({ text }) => NAMES_PATH.test(text)) ?? naming[0];
    return found === undefined ? null : { file: found.file, line: found.line };
  };
}

/** Returns whether the word is a string of the line, or a segment of a path in one. */
function isInString(text: string, word: string): boolean {
  return text
    .split(/['"`/]/)
    .slice(1, -1)
    .includes(word);
}

/** Absolute paths of the source files of the functions and the web app. */
function listSources(project: Project): string[] {
  const plans = planFunctionsBuilds(project);
  const unbuilt = project.firebase.codebases.filter(({ name }) => plans.every((plan) => plan.name !== name));
  const inputs = [
    ...plans.flatMap((plan) => plan.inputs),
    ...unbuilt.map(({ folder }) => folder),
    ...(planHostingBuild(project)?.inputs ?? []),
  ];
  return [...new Set(inputs.flatMap(listFolder))];
}

/** As absolute paths; without what Hosting serves, which is built. */
function listAppSources(project: Project): string[] {
  const inputs = planHostingBuild(project)?.inputs ?? [];
  if (inputs.length > 0) return [...new Set(inputs.flatMap(listFolder))];
  const { codebases, sites } = project.firebase;
  const others = [...codebases, ...sites].flatMap(({ folder }) =>
    folder === undefined ? [] : [folder + sep],
  );
  return listFolder(project.folder).filter((file) => !others.some((folder) => file.startsWith(folder)));
}

function listFolder(path: string): string[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return [];
  return findFiles(path, SOURCES)
    .filter((file) => !TEST.test(file))
    .map((file) => join(path, file));
}
