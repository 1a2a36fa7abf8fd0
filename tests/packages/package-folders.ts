/** A package of the repository that is published to npm. */
export interface PublishedPackage {
  readonly name: string;
  /** Its sources, relative to the repository. */
  readonly folder: string;
  /** The folder that is packed. */
  readonly packedFolder: string;
  /** Writes that folder, unless it is that of the sources. */
  readonly buildScript?: string;
}

/** Each package after its dependencies. */
export const PACKAGES: readonly PublishedPackage[] = [
  { name: 'savepoint-firestore', folder: 'packages/firestore', packedFolder: 'packages/firestore' },
  { name: 'savepoint-database', folder: 'packages/database', packedFolder: 'packages/database' },
  { name: 'savepoint-pubsub', folder: 'packages/pubsub', packedFolder: 'packages/pubsub' },
  { name: 'savepoint-tasks', folder: 'packages/tasks', packedFolder: 'packages/tasks' },
  { name: 'savepoint-stripe', folder: 'packages/stripe', packedFolder: 'packages/stripe' },
  { name: 'savepoint-shopify', folder: 'packages/shopify', packedFolder: 'packages/shopify' },
  {
    name: 'savepoint-stack',
    folder: 'packages/stack',
    packedFolder: 'packages/stack/dist/package',
    buildScript: 'build-package.js',
  },
  {
    name: 'savepoint',
    folder: 'packages/savepoint',
    packedFolder: 'packages/savepoint/dist/package',
    buildScript: 'build-package.js',
  },
];
