import { UPLOAD_MAX_BYTES } from '@savepoint/model/uploaded-image';
import { describe, expect, it } from 'vitest';
import { chooseImageFiles } from './image-files.ts';

function file(name: string, type: string, size = 10): File {
  const made = new File(['x'], name, { type });
  Object.defineProperty(made, 'size', { value: size });
  return made;
}

describe('chooseImageFiles', () => {
  it('accepts pictures in order, and says why each other file is not uploaded', () => {
    const files = [
      file('a.jpg', 'image/jpeg'),
      file('notes.txt', 'text/plain'),
      file('logo.svg', 'image/svg+xml'),
      file('photo.heic', ''),
      file('empty.png', 'image/png', 0),
      file('huge.png', 'image/png', 50 * 1024 * 1024),
      file('b.webp', 'image/webp', UPLOAD_MAX_BYTES),
    ];
    const { accepted, problems } = chooseImageFiles(files, 0);
    expect(accepted.map(({ name }) => name)).toEqual(['a.jpg', 'b.webp']);
    expect(problems).toEqual([
      'notes.txt is not a JPEG, PNG, WebP or AVIF picture.',
      'logo.svg is not a JPEG, PNG, WebP or AVIF picture.',
      'photo.heic is not a JPEG, PNG, WebP or AVIF picture.',
      'empty.png is empty.',
      'huge.png has 50 MB; 20 MB is the most.',
    ]);
  });

  it('omits files beyond the limit of a product', () => {
    const files = ['a', 'b', 'c'].map((name) => file(name, 'image/png'));
    expect(chooseImageFiles(files, 18)).toMatchObject({
      accepted: [{ name: 'a' }, { name: 'b' }],
      problems: ['A product can have 20 pictures; 1 was left out.'],
    });
    expect(chooseImageFiles(files, 20).problems).toEqual([
      'A product can have 20 pictures; 3 were left out.',
    ]);
  });
});
