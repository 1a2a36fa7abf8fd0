// Where the Storage emulator replaces an object, by an upload or a copy, of either API:
// preconditions hold at that moment, with no other request in between, as do the checksums of an
// upload, and the object that is gone is an event, too: `onObjectDeleted` "includes objects that
// are overwritten"
// (https://firebase.google.com/docs/reference/functions/2nd-gen/node/firebase-functions.storage).
const { checkUpload } = require('./storage-checksums.cjs');
const { checkConditions } = require('./storage-conditions.cjs');

exports.module = 'lib/emulator/storage/files.js';

exports.expected = {
  'StorageLayer.uploadObject(upload) and copyObject(request) that delete the previous file without waiting after it':
    ({ StorageLayer: { prototype } }) =>
      prototype.uploadObject.length === 1 &&
      /await [\s\S]*this\._persistence\.deleteFile\(filePath, true\);(?![\s\S]*await )/.test(
        prototype.uploadObject,
      ) &&
      prototype.copyObject.length === 1 &&
      /this\._persistence\.deleteFile\(destinationFilePath, true\);(?![\s\S]*await )/.test(
        prototype.copyObject,
      ),
};

exports.apply = ({ StorageLayer }, load) => {
  const { uploadObject, copyObject } = StorageLayer.prototype;
  /** @param {{ conditions?: Record<string, string> }} upload */
  StorageLayer.prototype.uploadObject = async function replaceByUpload(upload) {
    const readContent = () => this._persistence.readBytes(upload.path, upload.size);
    const checkContent = () => checkUpload(upload, readContent, load);
    try {
      return await uploadObject.call(replacing(this, { ...upload, checkContent }, load), upload);
    } catch (error) {
      // What a client of Firebase's API gets that asks again.
      if (error.status !== undefined) upload.prevResponseCode = error.status;
      this._persistence.deleteFile(upload.path, true);
      throw error;
    }
  };
  /** @param {{ conditions?: Record<string, string> }} request */
  StorageLayer.prototype.copyObject = function replaceByCopy(request) {
    const { destinationBucket: bucketId, destinationObject: objectId, conditions } = request;
    return copyObject.call(replacing(this, { bucketId, objectId, conditions }, load), request);
  };
};

/** The layer, which looks at the object that it is about to replace. */
function replacing(layer, { bucketId, objectId, conditions = {}, checkContent }, load) {
  const path = layer.path(bucketId, objectId);
  const deleteFile = (file, ...options) => {
    if (file === path) {
      checkContent?.();
      const previous = layer.getMetadata(bucketId, objectId);
      checkConditions(conditions, previous);
      if (previous !== undefined) {
        const { CloudStorageObjectMetadata } = load('./metadata');
        layer._cloudFunctions.dispatch('delete', new CloudStorageObjectMetadata(previous));
      }
    }
    return layer._persistence.deleteFile(file, ...options);
  };
  const persistence = Object.create(layer._persistence, { deleteFile: { value: deleteFile } });
  return Object.create(layer, { _persistence: { value: persistence } });
}
