import { ProcessImageRequestSchema } from '@savepoint/model/callables';
import { onSchedule } from 'firebase-functions/scheduler';
import { callable } from '../callable/callable.ts';
import { functionSettings } from '../config/function-settings.ts';
import { storageUrl } from '../config/settings.ts';
import { bucket, database } from '../firestore/database.ts';
import { log } from '../logs/log.ts';
import * as sweep from './delete-unused-images.ts';
import * as images from './process-image.ts';

/** Publishes a picture that the caller uploaded; see process-image.ts. */
export const processImage = callable({
  name: 'processImage',
  access: 'editCatalogue',
  schema: ProcessImageRequestSchema,
  handle: async (request, { uid }) => images.processImage(await bucket(), storageUrl(), uid, request),
});

/** Removes unused files; see delete-unused-images.ts. */
export const deleteUnusedImages = onSchedule(
  { ...functionSettings('deleteUnusedImages'), schedule: 'every day 03:20' },
  async () => {
    const result = await sweep.deleteUnusedImages(database(), await bucket(), new Date());
    if (result.uploads + result.images > 0) log.info('pictures-deleted', { ...result });
  },
);
