// Each part describes a difference between the Storage emulator and Cloud Storage.
import type { Patch } from '../patch.ts';
import { storageResource } from './storage-resource.ts';
import { storageRulesReload } from './storage-rules-reload.ts';
import { storageRulesReplacement } from './storage-rules-replacement.ts';
import { storageRulesRuntime } from './storage-rules-runtime.ts';

export const storageRules: Patch = {
  name: 'storage-rules',
  reason: 'Storage rules need no Java, and valid ones stay in force',
  upstream: [
    'https://github.com/firebase/firebase-tools/issues/8829',
    'docs/upstream/storage-replaced-rules.md',
    'docs/upstream/storage-rules-resource.md',
  ],
  modules: [storageRulesRuntime, storageRulesReload, storageRulesReplacement, storageResource],
};
