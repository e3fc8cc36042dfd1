import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { describeShot } from './artwork/views.ts';
import { artworkComposer } from './composer.ts';
import { readFragrances } from './fragrance-files.ts';
import { GALLERY, pictureOf } from './gallery.ts';

// It draws every kind of picture, which takes a busy machine long.
test('each kind of picture has the size that its recipe states, and a draft the same shape', {
  timeout: 180_000,
}, async () => {
  const composer = artworkComposer();
  onTestFinished(() => composer.close());
  const [fragrance] = await readFragrances();
  if (!fragrance) throw new Error('The demo has no fragrance');
  await Promise.all(
    GALLERY.map(async (shown) => {
      const shot = pictureOf({ fragrance, shown });
      const { width, height } = describeShot(shot);
      const picture = await composer.compose(JSON.stringify(shot), null);
      expect(picture.draft).toBe(false);
      expect(await sharp(picture.bytes).metadata()).toMatchObject({ width, height });
      const draft = await composer.compose(JSON.stringify(shot), 160);
      expect(draft.draft).toBe(true);
      expect(await sharp(draft.bytes).metadata()).toMatchObject({
        width: width / 2,
        height: height / 2,
      });
    }),
  );
});

test('what is too wide for a draft is composed in full', async () => {
  const composer = artworkComposer();
  onTestFinished(() => composer.close());
  const [fragrance] = await readFragrances();
  if (!fragrance) throw new Error('The demo has no fragrance');
  const scene = JSON.stringify(pictureOf({ fragrance, shown: 'scene' }));
  const { bytes, draft } = await composer.compose(scene, 800);
  expect(draft).toBe(false);
  expect((await sharp(bytes).metadata()).width).toBe(880);
  await expect(composer.compose('{"recipe":{"bottle":{"family":"none"}}}', 160)).rejects.toThrow();
});
