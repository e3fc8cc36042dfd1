import sharp from 'sharp';
import { expect, it } from 'vitest';
import { preparePhoto } from './photo.ts';
import { measurePicture, readRenditionName, render } from './rendering.ts';

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const plain = await sharp({
  create: { width: 320, height: 400, channels: 3, background: 'grey', noise },
})
  .jpeg({ progressive: false })
  .toBuffer();

/** The photo as many Samsung phones write it: the last byte but one of the scan's header (Se) is 0 instead of 63. */
function fromSamsung(): Buffer {
  const bytes = Buffer.from(plain);
  const scan = bytes.indexOf(Buffer.from([0xff, 0xda]));
  const last = scan + 2 + bytes.readUInt16BE(scan + 2) - 2;
  expect(bytes[last]).toBe(63);
  bytes[last] = 0;
  return bytes;
}

const FILES = ['640.avif', '640.webp', '640.jpg', 'share.jpg'];
const renditions = (bytes: Buffer) =>
  Promise.all(
    FILES.map((file) => {
      const name = readRenditionName(file);
      return name ? render(bytes, name, { quick: true }) : expect.fail(file);
    }),
  );

it('takes a photo with a fault that decoders only warn of', async () => {
  const photo = fromSamsung();
  await expect(sharp(photo).raw().toBuffer()).rejects.toThrow('VipsJpeg');
  expect(await measurePicture(photo)).toMatchObject({ width: 320, height: 400 });
  expect((await preparePhoto(photo)).length).toBeGreaterThan(1000);
  for (const rendition of await renditions(photo)) expect(rendition.length).toBeGreaterThan(1000);
});

it('refuses half a photo, also one with such a fault', async () => {
  for (const whole of [plain, fromSamsung()]) {
    const half = whole.subarray(0, whole.length / 2);
    await expect(measurePicture(half)).rejects.toThrow('is damaged or cut short');
    await expect(preparePhoto(half)).rejects.toThrow('is damaged or cut short');
    await expect(renditions(half)).rejects.toThrow('VipsJpeg');
  }
});
