// Uploaded images: processImage in the running stack, and the sweep of unused files with a separate
// bucket and project.
import { randomUUID } from 'node:crypto';
import type { ProcessImageResponse } from '@savepoint/model/callables';
import {
  imageFile,
  imageFileUrl,
  parseUploadedImageUrl,
  UPLOAD_MAX_BYTES,
} from '@savepoint/model/uploaded-image';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Firestore, getFirestore } from 'firebase-admin/firestore';
import { getStorage } from 'firebase-admin/storage';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Bucket } from '../../functions/src/firestore/database.ts';
import { deleteUnusedImages } from '../../functions/src/images/delete-unused-images.ts';
import { processImage } from '../../functions/src/images/process-image.ts';
import { call, createUser, PROJECT, type TestUser } from './stack.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const STORAGE_URL = `http://${process.env.FIREBASE_STORAGE_EMULATOR_HOST}`;

const app = initializeApp({ projectId: PROJECT, storageBucket: `${PROJECT}.appspot.com` }, 'images');
const bucket: Bucket = getStorage(app).bucket();
afterAll(() => deleteApp(app));

/** A picture that no other test has. */
async function newImage(width = 1600, height = 1200): Promise<Buffer> {
  const color = `#${randomUUID().slice(0, 6)}`;
  const image = sharp({ create: { width, height, channels: 3, background: color } });
  return image
    .withExif({ IFD0: { Copyright: randomUUID() } })
    .jpeg()
    .toBuffer();
}

async function upload(to: Bucket, uid: string, content: Buffer): Promise<string> {
  const uploadId = randomUUID();
  await to.file(`uploads/${uid}/${uploadId}`).save(content, { contentType: 'image/jpeg', resumable: false });
  return uploadId;
}

async function namesOf(inBucket: Bucket, prefix: string): Promise<string[]> {
  const [files] = await inBucket.getFiles({ prefix });
  return files.map(({ name }) => name).sort();
}

describe('processImage', { timeout: 60_000 }, () => {
  let editor: TestUser;
  beforeAll(async () => {
    editor = await createUser({ role: 'editor' });
  });
  const process_ = (uploadId: string, user = editor) =>
    call<ProcessImageResponse>('processImage', { uploadId }, user.token);

  it('publishes a picture in all sizes, publicly and without metadata, and removes the upload', async () => {
    const uploadId = await upload(bucket, editor.uid, await newImage());
    const { result } = await process_(uploadId);
    expect(result).toMatchObject({ width: 1200, height: 900 });
    const image = parseUploadedImageUrl(result.url);
    if (image === undefined) throw new Error(`${result.url} is not the URL of a image.`);
    for (const width of [400, 800, 1200])
      for (const format of ['avif', 'webp'] as const) {
        const response = await fetch(imageFileUrl(image, imageFile(width, format)));
        expect([response.status, response.headers.get('content-type')]).toEqual([200, `image/${format}`]);
        expect(response.headers.get('cache-control')).toContain('immutable');
        const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
        expect([metadata.width, metadata.exif]).toEqual([width, undefined]);
      }
    expect(await namesOf(bucket, `uploads/${editor.uid}/`)).toEqual([]);
  });

  it('gives the same file the same URL, even in two tabs at once', async () => {
    const content = await newImage(900, 900);
    const uploads = await Promise.all([1, 2].map(() => upload(bucket, editor.uid, content)));
    const [first, second] = await Promise.all(uploads.map((uploadId) => process_(uploadId)));
    expect(first?.result.url).toMatch(/^http/);
    expect(second?.result).toEqual(first?.result);
  });

  it.each([
    ['a text that is named .png', async () => Buffer.from('Not a image.'), /not a picture/],
    [
      'an SVG with a script',
      async () =>
        Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><script>alert(1)</script></svg>',
        ),
      /not a picture/,
    ],
    ['a picture of 20,000 pixels', () => newImage(20_000, 300), /20,000 × 300 pixels/],
    [
      'a picture whose end is missing',
      async () => {
        const content = await newImage();
        return content.subarray(0, content.length - 2_000);
      },
      /damaged or incomplete/,
    ],
    ['more bytes than allowed', async () => Buffer.alloc(UPLOAD_MAX_BYTES + 1), /20 MB/],
  ])('rejects %s with the reason, writes nothing and removes the upload', async (_what, content, reason) => {
    const before = await namesOf(bucket, 'images/');
    const uploadId = await upload(bucket, editor.uid, await content());
    const { error } = await process_(uploadId);
    expect(error).toMatchObject({ status: 'INVALID_ARGUMENT', message: expect.stringMatching(reason) });
    expect(await namesOf(bucket, `uploads/${editor.uid}/`)).toEqual([]);
    expect(await namesOf(bucket, 'images/')).toEqual(before);
  });

  it('rejects missing uploads, uploads by other accounts, and ids that are paths', async () => {
    const other = await createUser({ role: 'owner' });
    const uploadId = await upload(bucket, other.uid, await newImage());
    expect((await process_(uploadId)).error.status).toBe('NOT_FOUND');
    expect(await namesOf(bucket, `uploads/${other.uid}/`)).toHaveLength(1);
    for (const id of [`../${other.uid}/${uploadId}`, '', 'x', { $: 1 }, `${uploadId}/..`])
      expect((await process_(id as string)).error.status).toBe('INVALID_ARGUMENT');
  });
});

describe('deleteUnusedImages', { timeout: 60_000 }, () => {
  let db: Firestore;
  let own: Bucket;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const projectId = `demo-${randomUUID().slice(0, 8)}`;
    const ownApp = initializeApp({ projectId, storageBucket: `${projectId}.appspot.com` }, projectId);
    db = getFirestore(ownApp);
    own = getStorage(ownApp).bucket();
    close = () => deleteApp(ownApp);
    return () => close();
  });

  async function publish(content: Buffer): Promise<string> {
    const uploadId = await upload(own, 'editor', content);
    return (await processImage(own, STORAGE_URL, 'editor', { uploadId })).url;
  }
  const sweepAfter = (days: number) => deleteUnusedImages(db, own, new Date(Date.now() + days * DAY_MS));

  it('keeps the pictures of products and categories, and of restorable documents', async () => {
    const [main, second, category, deleted] = await Promise.all(
      [1, 2, 3, 4].map(async () => publish(await newImage(400, 300))),
    );
    await db.doc('products/tee').set({ image: main, images: [main, second] });
    await db.doc('categories/apparel').set({ image: category });
    await db.doc('deletedDocuments/d').set({ path: 'products/x', fields: { image: deleted, images: [] } });
    const before = await namesOf(own, '');
    expect(before).toHaveLength(12);
    for (const days of [0, 40, 80]) expect(await sweepAfter(days)).toEqual({ uploads: 0, images: 0 });
    expect(await namesOf(own, '')).toEqual(before);
  });

  it('removes a picture that no product has used for longer than anything can be restored', async () => {
    await publish(await newImage(400, 300));
    expect(await sweepAfter(100)).toEqual({ uploads: 0, images: 0 });
    expect(await sweepAfter(136)).toEqual({ uploads: 0, images: 0 });
    expect(await namesOf(own, '')).toHaveLength(3);
    expect(await sweepAfter(138)).toEqual({ uploads: 0, images: 1 });
    expect(await namesOf(own, '')).toEqual([]);
  });

  it('counts from the last use: a picture that is used or uploaded again stays', async () => {
    const content = await newImage(400, 300);
    const url = await publish(content);
    await sweepAfter(0);
    await db.doc('products/tee').set({ image: url, images: [url] });
    await sweepAfter(40);
    await db.doc('products/tee').delete();
    expect((await sweepAfter(41)).images).toBe(0);
    expect((await sweepAfter(77)).images).toBe(0);
    expect(await publish(content)).toBe(url);
    expect((await sweepAfter(79)).images).toBe(0);
    expect(await namesOf(own, '')).toHaveLength(3);
  });

  it('removes an upload that nobody processed after a day', async () => {
    await upload(own, 'editor', Buffer.from('x'));
    expect(await sweepAfter(0.9)).toEqual({ uploads: 0, images: 0 });
    expect(await sweepAfter(1.1)).toEqual({ uploads: 1, images: 0 });
    expect(await namesOf(own, '')).toEqual([]);
  });
});
