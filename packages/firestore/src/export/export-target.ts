// Decides where an export may be written. Folder and name come from a request, so both are checked
// before anything on disk changes: exports stay below one folder and replace only earlier exports.

import { lstat, readdir, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';

/** The suffix that follows an export's name in its metadata file. */
export const OVERALL_SUFFIX = '.overall_export_metadata';

/** Letters, digits, `-` and `_`, with single dots between them. */
const EXPORT_NAME = /^[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*$/u;
/** A file name has at most 255 bytes, including this suffix. */
const MAX_NAME_BYTES = 200;
/** The folders and files of an export besides its overall metadata; folders end with `/`. */
const EXPORT_ENTRY =
  /^all_namespaces\/(?:(?:all_kinds|kind_[^/]+)\/(?:all_namespaces_[^/]+\.export_metadata|output-\d+)?)?$/;

function failedPrecondition(message: string): RpcError {
  return new RpcError(StatusCode.FAILED_PRECONDITION, message);
}

function isWithin(root: string, path: string): boolean {
  const below = relative(root, path);
  return below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below);
}

/** The path without symbolic links. Its last parts need not exist. */
async function realPathOf(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === path) throw error;
    return join(await realPathOf(parent), relative(parent, path));
  }
}

/**
 * The path of the export `name` in `directory`, which may be relative to `root`. Throws
 * INVALID_ARGUMENT for a name that is not one path segment, and FAILED_PRECONDITION for a directory
 * outside `root`, even through symbolic links.
 */
export async function resolveExportTarget(root: string, directory: string, name: string): Promise<string> {
  if (!EXPORT_NAME.test(name) || Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw invalidArgument(
      `The export_name ${JSON.stringify(name.slice(0, MAX_NAME_BYTES))} is invalid: expected one folder name of at most ` +
        `${MAX_NAME_BYTES} bytes, of letters, digits, "-", "_" and single dots.`,
    );
  }
  return join(await resolveBelow(root, directory), name);
}

/**
 * The path of an export to import: a folder, or its overall metadata file. Throws
 * FAILED_PRECONDITION for a path outside `root`, even through symbolic links and even if it does
 * not exist.
 */
export async function resolveExportSource(root: string, path: string): Promise<string> {
  const source = await resolveBelow(root, path);
  const stats = await lstat(source).catch(() => undefined);
  if (stats?.isFile() === true && !source.endsWith(OVERALL_SUFFIX)) {
    throw invalidArgument(
      `The export_directory ${JSON.stringify(path)} is a file, but not one named *${OVERALL_SUFFIX}.`,
    );
  }
  return source;
}

/**
 * The absolute path of `directory`, which may be relative to `root`. Throws if it is not below
 * `root`.
 */
async function resolveBelow(root: string, directory: string): Promise<string> {
  if (directory.includes('\0')) throw invalidArgument('The export_directory contains a NUL character.');
  const folder = resolve(root, directory);
  if (!isWithin(root, folder) || !isWithin(await realPathOf(root), await realPathOf(folder))) {
    throw failedPrecondition(
      `The export_directory ${JSON.stringify(directory)} is outside ${root}. ` +
        'Choose a folder below it, or start the emulator with --export-root FOLDER.',
    );
  }
  return folder;
}

/**
 * The path of an entry in the export folder `target` that does not belong to an export; undefined
 * if there is none.
 */
async function foreignEntry(target: string, name: string, below = ''): Promise<string | undefined> {
  for (const entry of await readdir(join(target, below), { withFileTypes: true })) {
    const path = `${below}${entry.name}${entry.isDirectory() ? '/' : ''}`;
    const isKnown = path === `${name}${OVERALL_SUFFIX}` || EXPORT_ENTRY.test(path);
    if (!isKnown || !(entry.isFile() || entry.isDirectory())) return path;
    const found = entry.isDirectory() ? await foreignEntry(target, name, path) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Returns whether there is an earlier export at `target`, the path of the export `name`. Throws
 * FAILED_PRECONDITION if there is anything else, or anything besides the export.
 */
export async function isEarlierExport(target: string, name: string): Promise<boolean> {
  const refuse = (reason: string): RpcError =>
    failedPrecondition(
      `${target} ${reason}, and an export replaces only an earlier export. Choose another export_name or export_directory, ` +
        'or move what is there away.',
    );
  const stats = await lstat(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (stats === undefined) return false;
  if (!stats.isDirectory()) throw refuse('is not a folder');
  const foreign = await foreignEntry(target, name);
  if (foreign !== undefined) throw refuse(`contains ${JSON.stringify(foreign)}`);
  const overall = await lstat(join(target, `${name}${OVERALL_SUFFIX}`)).catch(() => undefined);
  if (overall?.isFile() !== true) throw refuse(`has no ${name}${OVERALL_SUFFIX}`);
  return true;
}
