// Each part describes what is missing in the events of one emulator.
import type { Patch } from '../patch.ts';
import { eventarcEvents } from './eventarc-events.ts';
import { storageEvents } from './storage-events.ts';

export const eventPayloads: Patch = {
  name: 'event-payloads',
  reason: "events have production's fields and data",
  upstream: ['docs/upstream/storage-events.md', 'docs/upstream/eventarc-data.md'],
  modules: [storageEvents, eventarcEvents],
};
