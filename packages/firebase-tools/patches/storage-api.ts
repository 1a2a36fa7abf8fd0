// Each part describes a difference between the Storage emulator and Cloud Storage.
import type { Patch } from '../patch.ts';
import { storageGeneration } from './storage-generation.ts';
import { storageJsonApi } from './storage-json-api.ts';
import { storageLayer } from './storage-layer.ts';
import { storageMultipart } from './storage-multipart.ts';
import { storageServer } from './storage-server.ts';

export const storageApi: Patch = {
  name: 'storage-api',
  reason: 'clients of Cloud Storage find its API',
  upstream: [
    'https://github.com/googleapis/nodejs-storage/issues/2475',
    'https://github.com/firebase/firebase-tools/issues/3400',
    'https://github.com/firebase/firebase-tools/issues/10488',
    'docs/upstream/storage-generation.md',
    'docs/upstream/storage-multipart.md',
    'docs/upstream/storage-overwrite-event.md',
  ],
  modules: [storageServer, storageJsonApi, storageMultipart, storageLayer, storageGeneration],
};
