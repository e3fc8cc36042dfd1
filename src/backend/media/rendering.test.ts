import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { preparePhoto } from './photo.ts';
import { measurePicture, readRenditionName, render } from './rendering.ts';
import { renderShare } from './share.ts';

const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
const plain = await sharp({
  create: { width: 320, height: 400, channels: 3, background: 'grey', noise },
})
  .jpeg({ progressive: false })
  .toBuffer();

/** The photo as many Samsung phones write it: the last but one byte of the scan's header (Se) is 0 instead of 63. */
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
    // libvips may mix up the messages of several renditions at once.
    await expect(renditions(half)).rejects.toThrow();
  }
});

describe('a link preview', () => {
  /** Returns the sharpness of the sharpest edge between two rows, for every eighth column: 0 to 255. */
  async function sharpness(preview: Buffer): Promise<number[]> {
    const { data, info } = await sharp(preview)
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => data[(y * info.width + x) * info.channels] ?? 0;
    return Array.from({ length: info.width / 8 }, (_, index) =>
      Math.max(
        ...Array.from({ length: 480 }, (_, y) => Math.abs(at(index * 8, y + 1) - at(index * 8, y))),
      ),
    );
  }

  it('continues at both sides without a seam', async () => {
    // The edge of a table, across the whole width.
    const scene = await sharp({
      create: { width: 400, height: 500, channels: 3, background: '#e8d8b0' },
    })
      .composite([
        {
          input: Buffer.from(
            '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="500"><rect y="250" width="400" height="250" fill="#402010"/></svg>',
          ),
        },
      ])
      .jpeg()
      .toBuffer();
    const preview = await renderShare(scene);
    expect(await sharp(preview).metadata()).toMatchObject({ width: 1200, height: 630 });
    const sharp8 = await sharpness(preview);
    const [most, steps] = [
      Math.max(...sharp8),
      sharp8.slice(1).map((each, index) => Math.abs(each - (sharp8[index] ?? 0))),
    ];
    expect(most).toBeGreaterThan(100);
    expect(Math.max(...steps)).toBeLessThan(most * 0.25);
  });

  it('names the shop in its corner, dark on light and light on dark', async () => {
    for (const [ground, brighter] of [
      ['#f0e0c0', false],
      ['#201008', true],
    ] as const) {
      const plain = await sharp({
        create: { width: 400, height: 500, channels: 3, background: ground },
      })
        .jpeg()
        .toBuffer();
      const corner = sharp(await renderShare(plain)).extract({
        left: 40,
        top: 540,
        width: 160,
        height: 50,
      });
      const { channels } = await corner.greyscale().stats();
      const [{ min = 0, max = 0 } = {}] = channels;
      expect(max - min).toBeGreaterThan(120);
      expect(brighter ? max : 255 - min).toBeGreaterThan(180);
    }
  });
});
