// Selects the chosen or dropped files to upload, and explains the rejection of others. The server
// checks their content.
import { PRODUCT_IMAGES_MAX } from '@savepoint/model/limits';
import { UPLOAD_MAX_BYTES, UPLOAD_TYPES } from '@savepoint/model/uploaded-image';

const MEGABYTE = 1024 * 1024;

/** Why a file cannot be uploaded; undefined if it can. */
function fileProblem({ name, type, size }: File): string | undefined {
  if (!(UPLOAD_TYPES as readonly string[]).includes(type))
    return `${name} is not a JPEG, PNG, WebP or AVIF picture.`;
  if (size === 0) return `${name} is empty.`;
  if (size > UPLOAD_MAX_BYTES)
    return `${name} has ${Math.ceil(size / MEGABYTE)} MB; ${UPLOAD_MAX_BYTES / MEGABYTE} MB is the most.`;
  return undefined;
}

/**
 * The files to upload for a product that already has `count` pictures, and a sentence for each
 * problem of the others.
 */
export function chooseImageFiles(
  files: readonly File[],
  count: number,
): { readonly accepted: readonly File[]; readonly problems: readonly string[] } {
  const problems = files.flatMap((file) => fileProblem(file) ?? []);
  const valid = files.filter((file) => fileProblem(file) === undefined);
  const room = Math.max(0, PRODUCT_IMAGES_MAX - count);
  const leftOut = valid.length - room;
  return {
    accepted: valid.slice(0, room),
    problems:
      leftOut > 0
        ? [
            ...problems,
            `A product can have ${PRODUCT_IMAGES_MAX} pictures; ${leftOut} ${leftOut === 1 ? 'was' : 'were'} left out.`,
          ]
        : problems,
  };
}
