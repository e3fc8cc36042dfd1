import '#process/idle-process.ts';
import sharp from 'sharp';
import { type RenditionName, render } from './rendering.ts';

sharp.concurrency(1);

/** The task of a worker: makes a rendition. */
export default ({
  original,
  name,
}: {
  original: Uint8Array;
  name: RenditionName;
}): Promise<Uint8Array> => render(original, name);
