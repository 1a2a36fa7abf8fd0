/** A package of the repository that is published to npm. */
export interface PublishedPackage {
  readonly name: string;
  /** Its sources, relative to the repository. */
  readonly folder: string;
  /** The folder that is packed. */
  readonly packedFolder: string;
  /** Writes that folder, where it is not that of the sources. */
  readonly buildScript?: string;
}

/** Each package after those that it depends on. */
export const PACKAGES: readonly PublishedPackage[] = [
  { name: 'savepoint-firestore', folder: 'emulator/firestore', packedFolder: 'emulator/firestore' },
  { name: 'savepoint-pubsub', folder: 'emulator/pubsub', packedFolder: 'emulator/pubsub' },
  { name: 'savepoint-stripe', folder: 'emulator/stripe', packedFolder: 'emulator/stripe' },
  { name: 'savepoint-shopify', folder: 'emulator/shopify', packedFolder: 'emulator/shopify' },
  {
    name: 'savepoint',
    folder: 'kit',
    packedFolder: 'kit/dist/package',
    buildScript: 'build-package.js',
  },
];
