// Finishes a still of banners.py: averages its 16-bit PNGs (one per seed), removes the grain, scales it and writes the committed JPEG.
// node scripts/artwork/still.ts IN.png[,IN2.png] OUT.jpg WIDTH HEIGHT [QUALITY]
import { rename } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';

const [input = '', output = '', width = '2400', height = '1350', quality = '80'] =
  process.argv.slice(2);

type Picture = { pixels: Uint16Array; w: number; h: number };

async function read(image: Sharp): Promise<Picture> {
  const { data, info } = await image
    .removeAlpha()
    .toColourspace('rgb16')
    .raw({ depth: 'ushort' })
    .toBuffer({ resolveWithObject: true });
  const pixels = new Uint16Array(data.buffer, data.byteOffset, data.length / 2);
  return { pixels, w: info.width, h: info.height };
}

async function average(files: string[], prepare: (image: Sharp) => Sharp) {
  const pictures = await Promise.all(files.map((file) => read(prepare(sharp(file)))));
  const [first] = pictures;
  if (!first) throw new Error('Name at least one PNG');
  const pixels = first.pixels.map(
    (_, i) => pictures.reduce((sum, p) => sum + (p.pixels[i] as number), 0) / pictures.length,
  );
  return { ...first, pixels };
}

/** Averages pixels with neighbours that look alike in a median-filtered copy. Values are 0 to 65535. */
async function quiet(files: string[], reach = 3, tolerance = 2000) {
  const { pixels, w, h } = await average(files, (image) => image);
  const { pixels: guide } = await average(files, (image) => image.median(3));
  const out = new Uint16Array(pixels.length);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      const here = (y * w + x) * 3;
      const sum = [0, 0, 0];
      let weights = 0;
      for (let v = Math.max(0, y - reach); v <= Math.min(h - 1, y + reach); v++) {
        for (let u = Math.max(0, x - reach); u <= Math.min(w - 1, x + reach); u++) {
          const there = (v * w + u) * 3;
          let apart = 0;
          for (let c = 0; c < 3; c++) {
            const d = (guide[here + c] as number) - (guide[there + c] as number);
            apart += d * d;
          }
          const far = (u - x) ** 2 + (v - y) ** 2;
          const weight = Math.exp(-apart / (2 * tolerance ** 2) - far / (0.9 * reach ** 2));
          weights += weight;
          for (let c = 0; c < 3; c++) {
            sum[c] = (sum[c] as number) + weight * (pixels[there + c] as number);
          }
        }
      }
      // Replaces a single bright pixel by the median.
      for (let c = 0; c < 3; c++) {
        const calm = (sum[c] as number) / weights;
        const middle = guide[here + c] as number;
        out[here + c] = calm > middle + 9000 ? middle : calm;
      }
    }
  }
  return { out, w, h };
}

const { out, w, h } = await quiet(input.split(','));
// A grain of about one step keeps the dark gradient from banding.
const bytes = Buffer.alloc(out.length);
let seed = 7;
for (let i = 0; i < out.length; i++) {
  seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
  bytes[i] = Math.min(255, Math.max(0, (out[i] as number) / 257 + (seed >>> 24) / 255));
}
const fresh = `${output}.new`;
await sharp(bytes, { raw: { width: w, height: h, channels: 3 } })
  .resize(Number(width), Number(height), { kernel: 'lanczos3' })
  .sharpen({ sigma: 0.9, m1: 0.3, m2: 1.1 })
  .jpeg({ quality: Number(quality), mozjpeg: true, chromaSubsampling: '4:2:0' })
  .toFile(fresh);
await rename(fresh, output);
