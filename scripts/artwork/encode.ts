// Packs the planes of passes.py into the committed frames.
// node scripts/artwork/encode.ts PLANES_FOLDER FRAMES_FOLDER FRAME..., where a frame is FAMILY/VIEW or scenes/NAME
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const [planes = '', frames = '', ...names] = process.argv.slice(2);

/** Quality per plane. Light has the detail; ratios are smooth, and some need only half the pixels. */
const bottle: Record<string, { quality: number; scale?: number }> = {
  studio: { quality: 88 },
  'studio-through': { quality: 78 },
  'studio-ground': { quality: 74, scale: 0.5 },
  back: { quality: 86 },
  'back-through': { quality: 84 },
  'back-ground': { quality: 76, scale: 0.5 },
  kick: { quality: 80 },
  'kick-through': { quality: 68, scale: 0.5 },
  'kick-ground': { quality: 68, scale: 0.5 },
  cap: { quality: 86 },
  label: { quality: 86 },
  metal: { quality: 86 },
  glass: { quality: 86 },
  body: { quality: 86 },
  sheen: { quality: 86 },
};
const scene: typeof bottle = {
  studio: { quality: 92 },
  back: { quality: 92 },
  kick: { quality: 88 },
  ground: { quality: 90 },
};

for (const name of names) {
  const target = join(frames, name);
  const fresh = `${target}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  const about = await readFile(join(planes, name, 'frame.json'), 'utf8');
  const { cap } = JSON.parse(about) as { cap?: string };
  let bytes = 0;
  for (const [plane, { quality, scale = 1 }] of Object.entries(cap ? bottle : scene)) {
    if ((plane === 'body' || plane === 'sheen') && cap !== 'body') continue;
    const picture = sharp(join(planes, name, `${plane}.png`));
    const { width } = await picture.metadata();
    const grey = cap || plane === 'ground';
    const file = await (grey ? picture.greyscale() : picture)
      .resize(Math.round(width * scale))
      .webp({ quality, effort: 6, smartSubsample: true })
      .toBuffer();
    bytes += file.length;
    await writeFile(join(fresh, `${plane}.webp`), file);
  }
  await writeFile(join(fresh, 'frame.json'), about);
  // Replaces the old folder by renaming, so that a reader finds a complete set.
  await rm(`${target}.old`, { recursive: true, force: true });
  await rename(target, `${target}.old`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(fresh, target);
  await rm(`${target}.old`, { recursive: true, force: true });
  console.log(name, Math.round(bytes / 1000), 'kB');
}
