// What events of Cloud Storage have in production and not in the Storage emulator: `bucket`, which
// firebase-functions documents; a source that is the bucket, with the object as the subject
// (https://cloud.google.com/eventarc/docs/cloudevents); the time of the event, which for a deletion
// was that of the object's last change; and, in the first generation, an id of their own, which was
// the time in milliseconds, so that the events of one replacement had the same.
const { randomUUID } = require('node:crypto');

exports.module = 'lib/emulator/storage/cloudFunctions.js';

exports.expected = {
  'StorageCloudFunctions.createCloudEventRequestBody(action, object) with a source and no bucket': ({
    StorageCloudFunctions,
  }) => {
    const { createCloudEventRequestBody } = StorageCloudFunctions.prototype;
    const body = createCloudEventRequestBody('finalize', { bucket: 'b', name: 'n' });
    return createCloudEventRequestBody.length === 2 && 'source' in body && !('bucket' in body);
  },
  'StorageCloudFunctions.createLegacyEventRequestBody(action, object) with an eventId': ({
    StorageCloudFunctions,
  }) => {
    const { createLegacyEventRequestBody } = StorageCloudFunctions.prototype;
    return createLegacyEventRequestBody.length === 2 && /eventId: /.test(createLegacyEventRequestBody);
  },
};

exports.apply = ({ StorageCloudFunctions }) => {
  const { createCloudEventRequestBody, createLegacyEventRequestBody } = StorageCloudFunctions.prototype;
  StorageCloudFunctions.prototype.createCloudEventRequestBody = function createDocumentedEvent(
    action,
    object,
  ) {
    return {
      ...createCloudEventRequestBody.call(this, action, object),
      source: `//storage.googleapis.com/projects/_/buckets/${object.bucket}`,
      subject: `objects/${object.name}`,
      bucket: object.bucket,
      time: new Date().toISOString(),
    };
  };
  StorageCloudFunctions.prototype.createLegacyEventRequestBody = function createWithId(action, object) {
    return { ...createLegacyEventRequestBody.call(this, action, object), eventId: randomUUID() };
  };
};
