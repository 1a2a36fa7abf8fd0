import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROJECT, waitFor } from './stack.mjs';

const options = { timeout: 120_000 };
const OBJECTS = `${process.env.STORAGE_EMULATOR_HOST}/v0/b/${PROJECT}.appspot.com/o`;
const ADMIN = { authorization: 'Bearer owner' };
const SVG_IMAGE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400"><rect width="9" height="9"/></svg>';
/**
 * The offset of a PNG file's width: after its signature and the length and type of its first chunk.
 */
const PNG_WIDTH_OFFSET = 16;

async function upload(name, type, body) {
  const headers = { ...ADMIN, 'content-type': type };
  const response = await fetch(`${OBJECTS}?name=${name}`, { method: 'POST', headers, body });
  assert.equal(response.status, 200);
}

async function download(name) {
  const response = await fetch(`${OBJECTS}/${name}?alt=media`, { headers: ADMIN });
  return response.ok ? Buffer.from(await response.arrayBuffer()) : undefined;
}

test(
  'generateThumbnail stores a picture of 200 pixels beside an uploaded one, and none of other files',
  options,
  async () => {
    await upload('notes.txt', 'text/plain', 'no picture');
    await upload('picture.svg', 'image/svg+xml', SVG_IMAGE);
    const thumbnail = await waitFor(() => download('thumb_picture.svg'));
    assert.equal(thumbnail.readUInt32BE(PNG_WIDTH_OFFSET), 200);
    assert.equal(await download('thumb_notes.txt'), undefined);
  },
);
