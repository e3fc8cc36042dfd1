import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { preparePhoto } from './photo.ts';

/** A photo as a phone stores it: lying on its side, left half red, with place, device and description. */
async function fromPhone(width = 400, height = 300): Promise<Buffer> {
  const red = await sharp({ create: { width: width / 2, height, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: 'blue' } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withMetadata({ orientation: 6 })
    .withExif({
      IFD0: { Make: 'PhoneMaker', Model: 'Phone 12', ImageDescription: 'at home' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '6/1 27/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '3/1 23/1 0/1',
      },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret>Ikeja</secret></x:xmpmeta>')
    .jpeg()
    .toBuffer();
}

const pixel = async (bytes: Buffer, left: number, top: number) => {
  const raw = await sharp(bytes)
    .extract({ left, top, width: 1, height: 1 })
    .removeAlpha()
    .raw()
    .toBuffer();
  return [...raw].map((value) => (value > 127 ? 1 : 0)).join('');
};

describe('a photo of a phone', () => {
  it('is turned upright', async () => {
    const ready = await preparePhoto(await fromPhone());
    const { width, height, orientation } = await sharp(ready).metadata();
    expect([width, height, orientation]).toEqual([300, 400, undefined]);
    // After a quarter turn to the right, the left side is on top.
    expect([await pixel(ready, 150, 20), await pixel(ready, 150, 380)]).toEqual(['100', '001']);
  });

  it('loses place, device and all other metadata of the camera', async () => {
    const taken = await fromPhone();
    const before = await sharp(taken).metadata();
    // The test is meaningful only if they are there.
    expect([before.exif, before.xmp].map((part) => (part?.length ?? 0) > 50)).toEqual([true, true]);
    expect(taken.includes('PhoneMaker') && taken.includes('Ikeja')).toBe(true);
    const withFilm = Buffer.concat([taken, Buffer.from('MotionPhoto_Data in Ikeja')]);
    const ready = await preparePhoto(withFilm);
    const { exif, xmp, iptc, icc, comments } = await sharp(ready).metadata();
    expect([exif, xmp, iptc, icc, comments]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    for (const word of ['Exif', 'PhoneMaker', 'Ikeja', 'MotionPhoto', 'at home', 'http']) {
      expect(ready.includes(word), word).toBe(false);
    }
  });

  it('of twelve million pixels becomes at most 2,400 long and under 2 MB', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
    const taken = await sharp({
      create: { width: 4032, height: 3024, channels: 3, background: 'grey', noise },
    })
      .jpeg({ quality: 90 })
      .toBuffer();
    const ready = await preparePhoto(taken);
    const { width, height, format } = await sharp(ready).metadata();
    expect([width, height, format]).toEqual([2400, 1800, 'jpeg']);
    expect(ready.length).toBeLessThan(2_000_000);
  });

  it('keeps what is transparent', async () => {
    const clear = await sharp({
      create: { width: 30, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { hasAlpha, format } = await sharp(await preparePhoto(clear)).metadata();
    expect([hasAlpha, format]).toEqual([true, 'webp']);
  });
});

describe('is refused in words', () => {
  /** A PNG of a few hundred bytes that claims to have 30,000 × 30,000 pixels. */
  function bomb(): Buffer {
    const chunk = (type: string, data: Buffer) => {
      const body = Buffer.concat([Buffer.from(type), data]);
      const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
      length.writeUInt32BE(data.length);
      check.writeUInt32BE(crc32(body));
      return Buffer.concat([length, body, check]);
    };
    const head = Buffer.alloc(13);
    head.writeUInt32BE(30_000, 0);
    head.writeUInt32BE(30_000, 4);
    head.set([8, 2], 8);
    const signature = Buffer.from('89504e470d0a1a0a', 'hex');
    const data = chunk('IDAT', deflateSync(Buffer.alloc(1_000_000)));
    return Buffer.concat([signature, chunk('IHDR', head), data, chunk('IEND', Buffer.alloc(0))]);
  }

  const heic = Buffer.concat([
    Buffer.from('00000018', 'hex'),
    Buffer.from('ftypheic'),
    Buffer.alloc(100),
  ]);

  it.each([
    ['a decompression bomb', bomb, /^has more than 50 million pixels/],
    ['HEIC', () => heic, /^is a HEIC picture, .* JPEG/],
    ['a text', () => Buffer.from('hello, I am a picture'), /^is not a JPEG, PNG, WebP or AVIF/],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /^is not a JPEG/],
    ['nothing', () => Buffer.alloc(0), /^is empty/],
    ['a file of 20 MB', () => Buffer.alloc(20_000_001), /^is larger than 20 MB/],
    ['half a photo', async () => (await fromPhone()).subarray(0, 900), /^is damaged or cut short/],
  ])('%s', async (_, made, words) => {
    await expect(preparePhoto(await made())).rejects.toMatchObject({
      name: 'UnreadablePicture',
      message: expect.stringMatching(words),
    });
  });
});
