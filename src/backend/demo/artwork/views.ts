import sharp from 'sharp';
import { composePicture } from './compose.ts';
import { type Frame, frameOf } from './frames.ts';
import type { PictureRecipe } from './recipe.ts';

/** What a picture shows of the bottle: all of it, its label, or its cap and shoulder. */
export type View = 'whole' | 'label' | 'shoulder';

/** One picture to be made. */
export interface Shot {
  recipe: PictureRecipe;
  view: View;
}

/** Share of the whole picture's width and height that a detail shows: its pixels stay as they are, no softer. */
const DETAIL = 0.6;

/** Middle of the label as fractions of the picture. */
function labelMiddle({ about }: Frame): [number, number] {
  const points = about.grid.flat();
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  return [mean(0), mean(1)];
}

/** Middle of the cap, as fractions of the picture. */
function capMiddle({ mask, width, height }: Frame): [number, number] {
  let x = 0;
  let y = 0;
  let covered = 0;
  for (const [at, share] of mask.cap.entries()) {
    if (share < 128) continue;
    x += at % width;
    y += Math.floor(at / width);
    covered++;
  }
  return covered === 0 ? [0.5, 0.3] : [x / covered / width, y / covered / height];
}

/** The part of the picture that a detail shows; never past its edges. */
function detailOf(view: Exclude<View, 'whole'>, frame: Frame) {
  const label = labelMiddle(frame);
  const cap = capMiddle(frame);
  // Between cap and label the neck, where the glass catches most of the light.
  const [x, y] = view === 'label' ? label : [cap[0], cap[1] + (label[1] - cap[1]) * 0.35];
  const width = Math.round(frame.width * DETAIL);
  const height = Math.round(frame.height * DETAIL);
  const clamp = (start: number, length: number, whole: number) =>
    Math.round(Math.min(Math.max(0, start - length / 2), whole - length));
  return {
    left: clamp(x * frame.width, width, frame.width),
    top: clamp(y * frame.height, height, frame.height),
    width,
    height,
  };
}

/** The pictures of shots of one bottle family, in their order; views of one recipe are cut from one composition. */
export async function composeShots(shots: readonly Shot[]): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  let last: { key: string; picture: Buffer } | undefined;
  for (const { recipe, view } of shots) {
    const key = JSON.stringify(recipe);
    if (last?.key !== key) last = { key, picture: await composePicture(recipe) };
    if (view === 'whole') {
      pictures.push(last.picture);
      continue;
    }
    const frame = await frameOf(recipe.house.family);
    const cut = sharp(last.picture).extract(detailOf(view, frame));
    pictures.push(await cut.jpeg({ quality: 91, chromaSubsampling: '4:4:4' }).toBuffer());
  }
  return pictures;
}
