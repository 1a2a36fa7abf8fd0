// The attributes that events of Cloud Storage have in production and not in the Storage emulator:
// `bucket`, which firebase-functions documents, and a source that is the bucket, with the object as
// the subject (https://cloud.google.com/eventarc/docs/cloudevents).
exports.module = 'lib/emulator/storage/cloudFunctions.js';

exports.expected = {
  'StorageCloudFunctions.createCloudEventRequestBody(action, object) with a source and no bucket': ({
    StorageCloudFunctions,
  }) => {
    const { createCloudEventRequestBody } = StorageCloudFunctions.prototype;
    const body = createCloudEventRequestBody('finalize', { bucket: 'b', name: 'n' });
    return createCloudEventRequestBody.length === 2 && 'source' in body && !('bucket' in body);
  },
};

exports.apply = ({ StorageCloudFunctions }) => {
  const { createCloudEventRequestBody } = StorageCloudFunctions.prototype;
  StorageCloudFunctions.prototype.createCloudEventRequestBody = function createDocumentedEvent(
    action,
    object,
  ) {
    return {
      ...createCloudEventRequestBody.call(this, action, object),
      source: `//storage.googleapis.com/projects/_/buckets/${object.bucket}`,
      subject: `objects/${object.name}`,
      bucket: object.bucket,
    };
  };
};
