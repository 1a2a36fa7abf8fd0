import { hasSource, patchModule } from '../patch.ts';
import type { Crc, MetadataModule } from './storage-emulator.ts';

/**
 * Of the object properties that Storage rules may read, the Storage emulator omits contentLanguage
 * and gives crc32c as a decimal number instead of base64.
 */
export const storageResource = patchModule<MetadataModule>('lib/emulator/storage/metadata.js', {
  expected: {
    'StoredFileMetadata.asRulesResource(proposedChanges) of a clone': ({
      StoredFileMetadata: { prototype },
    }) =>
      prototype.asRulesResource.length === 1 &&
      hasSource(prototype.asRulesResource, /const proposedMetadata = this\.clone\(\)/),
  },
  apply({ StoredFileMetadata: { prototype } }, load) {
    const { asRulesResource } = prototype;
    prototype.asRulesResource = function asDocumentedResource(proposedChanges) {
      const { crc32cToString } = load<Crc>('./crc');
      const proposed = proposedChanges?.contentLanguage;
      return {
        ...asRulesResource.call(this, proposedChanges),
        contentLanguage: proposed === undefined ? this.contentLanguage : proposed,
        crc32c: crc32cToString(this.crc32c),
      };
    };
  },
});
