// Of the properties of an object that rules of Storage may read, the Storage emulator leaves out
// contentLanguage and gives crc32c as a decimal number instead of base64.
exports.module = 'lib/emulator/storage/metadata.js';

exports.expected = {
  'StoredFileMetadata.asRulesResource(proposedChanges) of a clone': ({ StoredFileMetadata }) => {
    const { asRulesResource } = StoredFileMetadata.prototype;
    return asRulesResource.length === 1 && /const proposedMetadata = this\.clone\(\)/.test(asRulesResource);
  },
};

exports.apply = ({ StoredFileMetadata }, load) => {
  const { asRulesResource } = StoredFileMetadata.prototype;
  StoredFileMetadata.prototype.asRulesResource = function asDocumentedResource(proposedChanges) {
    const { crc32cToString } = load('./crc');
    const proposed = proposedChanges?.contentLanguage;
    return {
      ...asRulesResource.call(this, proposedChanges),
      contentLanguage: proposed === undefined ? this.contentLanguage : proposed,
      crc32c: crc32cToString(this.crc32c),
    };
  };
};
