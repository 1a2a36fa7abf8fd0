import { randomUUID } from 'node:crypto';
import { invalidArgument } from '@savepoint/server/core/rpc-error';

/** The collections of a project. */
export type Collection = 'topics' | 'subscriptions' | 'snapshots';

/** The topic of a subscription whose topic was deleted. */
export const DELETED_TOPIC = '_deleted-topic_';

/**
 * Ids start with a letter and have 3 to 255 characters
 * (https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names).
 */
const ID = /^[A-Za-z][A-Za-z0-9\-_.~+%]{2,254}$/;
const RESERVED_PREFIX = /^goog/i;

/**
 * Checks a resource name, such as `projects/demo/topics/news`. Throws INVALID_ARGUMENT with the
 * reason. Existing resources may have ids that are not allowed for new ones, so pass `isNew` for
 * created resources.
 */
export function checkName(collection: Collection, name: string, isNew = false): void {
  const [projects, project, segment, id, ...rest] = name.split('/');
  if (projects !== 'projects' || !project || segment !== collection || !id || rest.length > 0) {
    throw invalidArgument(
      `Invalid [${collection}] name: (name=${name}). Expected projects/PROJECT/${collection}/ID.`,
    );
  }
  if (!ID.test(id)) {
    throw invalidArgument(
      `Invalid [${collection}] name: (name=${name}). An id starts with a letter and has 3 to 255 letters, digits and -_.~+%.`,
    );
  }
  if (isNew && RESERVED_PREFIX.test(id)) {
    throw invalidArgument(`Invalid [${collection}] name: (name=${name}). An id may not start with "goog".`);
  }
}

/**
 * A name for a new resource in the project of `sibling`, whose name is valid. The server assigns a
 * name if a client omits it.
 */
export function assignName(collection: Collection, sibling: string): string {
  const [, project] = sibling.split('/');
  return `projects/${project}/${collection}/server-assigned-${randomUUID()}`;
}

/** Checks the name of a project, such as `projects/demo`. Throws INVALID_ARGUMENT. */
export function checkProject(name: string): void {
  if (/^projects\/[^/]+$/.test(name)) return;
  throw invalidArgument(`Invalid project name: (name=${name}). Expected projects/PROJECT.`);
}

/** Returns whether a resource belongs to the project, such as `projects/demo`. */
export function isInProject(name: string, project: string): boolean {
  return name.startsWith(`${project}/`);
}
