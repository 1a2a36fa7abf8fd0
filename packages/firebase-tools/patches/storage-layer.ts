// Wraps the Storage emulator's replacement of an object by an upload or a copy, in either API.
// Preconditions and checksums are checked at that moment, with no other request in between, and the
// replaced object causes an event, too: `onObjectDeleted` "includes objects that are overwritten"
// (https://firebase.google.com/docs/reference/functions/2nd-gen/node/firebase-functions.storage).
import { hasSource, type Load, patchModule } from '../patch.ts';
import { checkUpload } from './storage-checksums.ts';
import { type Conditions, checkConditions } from './storage-conditions.ts';
import type { MetadataModule, Persistence, StorageLayer } from './storage-emulator.ts';
import { checkHeaders } from './storage-headers.ts';

interface FilesModule {
  readonly StorageLayer: { readonly prototype: StorageLayer };
}

/** An object that is about to be stored. */
interface Replacement {
  readonly bucketId: string;
  readonly objectId: string;
  readonly conditions?: Conditions | undefined;
  readonly checkContent?: () => void;
}

export const storageLayer = patchModule<FilesModule>('lib/emulator/storage/files.js', {
  expected: {
    'StorageLayer.uploadObject(upload) and copyObject(request) that delete the previous file without waiting after it':
      ({ StorageLayer: { prototype } }) =>
        prototype.uploadObject.length === 1 &&
        hasSource(
          prototype.uploadObject,
          /await [\s\S]*this\._persistence\.deleteFile\(filePath, true\);(?![\s\S]*await )/,
        ) &&
        prototype.copyObject.length === 1 &&
        hasSource(
          prototype.copyObject,
          /this\._persistence\.deleteFile\(destinationFilePath, true\);(?![\s\S]*await )/,
        ),
    'StorageLayer.updateObjectMetadata(request)': ({ StorageLayer: { prototype } }) =>
      prototype.updateObjectMetadata.length === 1,
  },
  apply({ StorageLayer: { prototype } }, load) {
    const { uploadObject, copyObject, updateObjectMetadata } = prototype;
    prototype.updateObjectMetadata = async function updateChecked(request) {
      checkHeaders(request.metadata);
      return updateObjectMetadata.call(this, request);
    };
    prototype.uploadObject = async function replaceByUpload(upload) {
      const { bucketId, objectId, conditions } = upload;
      const readContent = (): Buffer => this._persistence.readBytes(upload.path, upload.size);
      const checkContent = (): void => {
        checkHeaders(upload.metadata);
        checkUpload(upload, readContent, load);
      };
      try {
        const layer = replacing(this, { bucketId, objectId, conditions, checkContent }, load);
        return await uploadObject.call(layer, upload);
      } catch (error) {
        const status = statusOf(error);
        // The response to a client of Firebase's API that retries.
        if (status !== undefined) upload.prevResponseCode = status;
        this._persistence.deleteFile(upload.path, true);
        throw error;
      }
    };
    prototype.copyObject = function replaceByCopy(request) {
      const { destinationBucket: bucketId, destinationObject: objectId, conditions } = request;
      return copyObject.call(replacing(this, { bucketId, objectId, conditions }, load), request);
    };
  },
});

/** The storage layer with a check of the object that it is about to replace. */
function replacing(
  layer: StorageLayer,
  { bucketId, objectId, conditions = {}, checkContent }: Replacement,
  load: Load,
): StorageLayer {
  const path = layer.path(bucketId, objectId);
  const deleteFile: Persistence['deleteFile'] = (file, ...options) => {
    if (file === path) {
      checkContent?.();
      const previous = layer.getMetadata(bucketId, objectId);
      checkConditions(conditions, previous);
      if (previous !== undefined) {
        const { CloudStorageObjectMetadata } = load<MetadataModule>('./metadata');
        layer._cloudFunctions.dispatch('delete', new CloudStorageObjectMetadata(previous));
      }
    }
    return layer._persistence.deleteFile(file, ...options);
  };
  const persistence = Object.create(layer._persistence, { deleteFile: { value: deleteFile } });
  return Object.create(layer, { _persistence: { value: persistence } });
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined;
  return typeof error.status === 'number' ? error.status : undefined;
}
