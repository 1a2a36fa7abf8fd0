// The Storage emulator uses the time in milliseconds as an object's generation, so two uploads in
// one millisecond share it, and a precondition on the first holds for the second. In Cloud Storage
// generations are unique, in microseconds. The emulator's ETag stays that of the upload, while in
// Cloud Storage it changes with the metadata.
import { createHash } from 'node:crypto';
import { hasSource, patchModule } from '../patch.ts';
import type { GenerationOptions, MetadataModule, StoredFile, StoredObject } from './storage-emulator.ts';

export const storageGeneration = patchModule<MetadataModule>('lib/emulator/storage/metadata.js', {
  expected: {
    'StoredFileMetadata(opts, cloudFunctions, bytes) whose generation is opts.generation or the time': ({
      StoredFileMetadata,
    }) =>
      StoredFileMetadata.length === 3 &&
      hasSource(StoredFileMetadata, /this\.generation = opts\.generation \|\| Date\.now\(\)/),
    'StoredFileMetadata.fromJSON(data, cloudFunctions) that parses the data': ({ StoredFileMetadata }) =>
      StoredFileMetadata.fromJSON.length === 2 &&
      hasSource(StoredFileMetadata.fromJSON, /JSON\.parse\(data\)/),
  },
  apply(metadata) {
    let last = 0;
    metadata.StoredFileMetadata = class extends metadata.StoredFileMetadata {
      constructor(options: GenerationOptions, cloudFunctions: unknown, ...others: readonly unknown[]) {
        last = Math.max(last + 1, Date.now() * 1000);
        super({ ...options, generation: options.generation || last }, cloudFunctions, ...others);
        Object.defineProperty(this, 'etag', { get: () => etagOf(this), enumerable: true });
      }

      static override fromJSON(data: string, cloudFunctions: unknown): StoredFile {
        return new this(JSON.parse(data), cloudFunctions);
      }
    };
  },
});

/** In the emulator's format. */
function etagOf({ generation, metageneration }: StoredObject): string {
  return createHash('sha1').update(`${generation}/${metageneration}`).digest('base64').slice(0, -1);
}
