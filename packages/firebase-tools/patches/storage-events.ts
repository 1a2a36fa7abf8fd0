// Adds the fields of Cloud Storage events that the Storage emulator lacks: `bucket`, which
// firebase-functions documents; the bucket as the source and the object as the subject
// (https://cloud.google.com/eventarc/docs/cloudevents); the time of the event, which for a deletion
// was that of the object's last change; and, in the first generation, a unique id instead of the
// time in milliseconds, which several events of one replacement shared.
import { randomUUID } from 'node:crypto';
import { hasSource, patchModule } from '../patch.ts';

interface CloudFunctionsModule {
  readonly StorageCloudFunctions: {
    readonly prototype: {
      createCloudEventRequestBody(action: string, object: ObjectName): object;
      createLegacyEventRequestBody(action: string, object: ObjectName): object;
    };
  };
}

interface ObjectName {
  readonly bucket: string;
  readonly name: string;
}

export const storageEvents = patchModule<CloudFunctionsModule>('lib/emulator/storage/cloudFunctions.js', {
  expected: {
    'StorageCloudFunctions.createCloudEventRequestBody(action, object) with a source and no bucket': ({
      StorageCloudFunctions: { prototype },
    }) => {
      const { createCloudEventRequestBody } = prototype;
      const body = createCloudEventRequestBody.call(undefined, 'finalize', { bucket: 'b', name: 'n' });
      return createCloudEventRequestBody.length === 2 && 'source' in body && !('bucket' in body);
    },
    'StorageCloudFunctions.createLegacyEventRequestBody(action, object) with an eventId': ({
      StorageCloudFunctions: { prototype },
    }) =>
      prototype.createLegacyEventRequestBody.length === 2 &&
      hasSource(prototype.createLegacyEventRequestBody, /eventId: /),
  },
  apply({ StorageCloudFunctions: { prototype } }) {
    const { createCloudEventRequestBody, createLegacyEventRequestBody } = prototype;
    prototype.createCloudEventRequestBody = function createDocumentedEvent(action, object) {
      return {
        ...createCloudEventRequestBody.call(this, action, object),
        source: `//storage.googleapis.com/projects/_/buckets/${object.bucket}`,
        subject: `objects/${object.name}`,
        bucket: object.bucket,
        time: new Date().toISOString(),
      };
    };
    prototype.createLegacyEventRequestBody = function createWithId(action, object) {
      return { ...createLegacyEventRequestBody.call(this, action, object), eventId: randomUUID() };
    };
  },
});
