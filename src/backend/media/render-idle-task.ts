import '#process/idle-process.ts';
import sharp from 'sharp';
import { writeWhole } from './files.ts';
import { type RenditionName, render } from './rendering.ts';

sharp.concurrency(1);

/** The task of a worker: makes a rendition and writes it. */
export default async ({
  original,
  name,
  target,
}: {
  original: string;
  name: RenditionName;
  target: string;
}): Promise<void> => writeWhole(target, await render(original, name));
