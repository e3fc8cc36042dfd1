import '#process/idle-process.ts';
import sharp from 'sharp';
import { type RenditionName, render } from './rendering.ts';

sharp.concurrency(1);

/** Makes a rendition, as the task of a worker. */
export default ({
  original,
  name,
}: {
  original: Uint8Array;
  name: RenditionName;
}): Promise<Uint8Array> => render(original, name);
