// The Storage emulator takes the time in milliseconds for the generation of an object, so two
// uploads in one millisecond have the same, and a precondition on the first holds for the second.
// Cloud Storage's are different, and microseconds.
exports.module = 'lib/emulator/storage/metadata.js';

exports.expected = {
  'StoredFileMetadata(opts, cloudFunctions, bytes) whose generation is opts.generation or the time': ({
    StoredFileMetadata,
  }) =>
    StoredFileMetadata.length === 3 &&
    /this\.generation = opts\.generation \|\| Date\.now\(\)/.test(StoredFileMetadata),
};

let last = 0;

exports.apply = (metadata) => {
  metadata.StoredFileMetadata = class extends metadata.StoredFileMetadata {
    constructor(options, ...others) {
      last = Math.max(last + 1, Date.now() * 1000);
      super({ ...options, generation: options.generation || last }, ...others);
    }
  };
};
