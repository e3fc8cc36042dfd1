// Packs the planes of passes.py into the committed frames.
// node scripts/artwork/encode.ts PLANES_FOLDER FRAMES_FOLDER FAMILY...
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const [planes = '', frames = '', ...families] = process.argv.slice(2);

/** Quality per plane: light carries the detail, ratios are smooth. */
const quality: Record<string, number> = {
  studio: 90,
  'studio-through': 80,
  'studio-ground': 78,
  back: 88,
  'back-through': 86,
  'back-ground': 80,
  kick: 82,
  'kick-through': 70,
  'kick-ground': 70,
  cap: 88,
  label: 88,
  metal: 88,
  glass: 88,
  body: 88,
  sheen: 88,
};

for (const family of families) {
  const target = join(frames, family);
  const fresh = `${target}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  const about = await readFile(join(planes, family, 'frame.json'), 'utf8');
  const { cap } = JSON.parse(about) as { cap: string };
  let bytes = 0;
  for (const [plane, q] of Object.entries(quality)) {
    if ((plane === 'body' || plane === 'sheen') && cap !== 'body') continue;
    const file = await sharp(join(planes, family, `${plane}.png`))
      .greyscale()
      .webp({ quality: q, effort: 6, smartSubsample: false })
      .toBuffer();
    bytes += file.length;
    await writeFile(join(fresh, `${plane}.webp`), file);
  }
  await writeFile(join(fresh, 'frame.json'), about);
  // The old folder goes aside and the new one takes its name, so that a reader finds a whole set.
  await rm(`${target}.old`, { recursive: true, force: true });
  await rename(target, `${target}.old`).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  await rename(fresh, target);
  await rm(`${target}.old`, { recursive: true, force: true });
  console.log(family, Math.round(bytes / 1000), 'kB');
}
