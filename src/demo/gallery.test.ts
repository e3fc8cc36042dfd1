import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readFragrances } from './fragrance-files.ts';
import { demoPictures, galleryOf, vialsOf } from './gallery.ts';

const gallery = (await readFragrances()).flatMap((fragrance) => [
  ...galleryOf(fragrance),
  ...vialsOf(fragrance),
]);

test('each picture has the size that the demo states, and no file is left over', async () => {
  for (const { picture } of gallery) {
    const bytes = await demoPictures.compose(JSON.stringify(picture));
    const { width, height, format } = await sharp(bytes).metadata();
    expect({ file: picture.file, width, height, format }).toEqual({
      file: picture.file,
      width: picture.width,
      height: picture.height,
      format: 'webp',
    });
  }
  const files = globSync('*/*', { cwd: fileURLToPath(new URL('pictures', import.meta.url)) });
  expect(files.toSorted()).toEqual(gallery.map(({ picture }) => picture.file).toSorted());
});

test('the words for a picture differ from all others, and are short enough to be listened to', () => {
  const words = gallery.map(({ alt }) => alt);
  expect(new Set(words).size).toBe(words.length);
  for (const each of words) {
    expect(each.length).toBeLessThanOrEqual(170);
    expect(each).not.toMatch(/undefined|#|\ba [aeiou]/);
    expect(each).not.toMatch(/^(picture|image|photo)/i);
  }
});
