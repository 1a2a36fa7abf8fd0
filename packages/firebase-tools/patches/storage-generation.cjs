// The Storage emulator takes the time in milliseconds for the generation of an object, so two
// uploads in one millisecond have the same, and a precondition on the first holds for the second.
// Cloud Storage's are different, and microseconds. Its entity tag (ETag) stays that of the upload,
// while that of Cloud Storage changes with the metadata.
const { createHash } = require('node:crypto');

exports.module = 'lib/emulator/storage/metadata.js';

exports.expected = {
  'StoredFileMetadata(opts, cloudFunctions, bytes) whose generation is opts.generation or the time': ({
    StoredFileMetadata,
  }) =>
    StoredFileMetadata.length === 3 &&
    /this\.generation = opts\.generation \|\| Date\.now\(\)/.test(StoredFileMetadata),
  'StoredFileMetadata.fromJSON(data, cloudFunctions) that parses the data': ({ StoredFileMetadata }) =>
    StoredFileMetadata.fromJSON.length === 2 && /JSON\.parse\(data\)/.test(StoredFileMetadata.fromJSON),
};

let last = 0;

exports.apply = (metadata) => {
  metadata.StoredFileMetadata = class extends metadata.StoredFileMetadata {
    constructor(options, ...others) {
      last = Math.max(last + 1, Date.now() * 1000);
      super({ ...options, generation: options.generation || last }, ...others);
      Object.defineProperty(this, 'etag', { get: () => etagOf(this), enumerable: true });
    }

    static fromJSON(data, cloudFunctions) {
      return new this(JSON.parse(data), cloudFunctions);
    }
  };
};

/** As the emulator forms it. */
function etagOf({ generation, metageneration }) {
  return createHash('sha1').update(`${generation}/${metageneration}`).digest('base64').slice(0, -1);
}
