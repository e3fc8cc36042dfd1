import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { grey, print, smooth, table } from './film.ts';
import { moods } from './moods.ts';
import { linear, type Scene, type SceneRecipe, SIZES, stableHash } from './recipe.ts';
import { nearBottle, refine } from './refine.ts';

/** The linear value of a full plane, as the frames were made. */
const RANGE = { studio: 3, back: 1.5, kick: 3 };
type Group = keyof typeof RANGE;
const groups = ['studio', 'back', 'kick'] as const;

/** A rendered scene: for each light group and colour a plane as in Frame, and the mask of its grey ground. */
interface SceneFrame {
  width: number;
  height: number;
  light: Record<Group, Uint16Array[]>;
  ground: Uint8Array;
  /** The first and last column with something standing in them. */
  across: readonly [number, number];
}

/** Where the ground ends, as a share of the height. It is the same in all pictures. */
const HORIZON = 0.726;
/** The least share of the scene's width that a picture shows, and the share left free beside the objects. */
const LEAST = 0.84;
const MARGIN = 0.02;

async function decode(scene: Scene, half: boolean): Promise<SceneFrame> {
  const scale = half ? 2 : 1;
  const width = SIZES.scene.width / scale;
  const height = SIZES.scene.height / scale;
  /** The three colours of a plane. */
  const load = async (name: string) => {
    const file = fileURLToPath(new URL(`frames/scenes/${scene}/${name}.webp`, import.meta.url));
    const pixels = await sharp(file).resize(width, height, { fit: 'fill' }).raw().toBuffer();
    return ([0, 1, 2] as const).map((c) => {
      const plane = new Uint8Array(width * height);
      for (let i = 0; i < plane.length; i++) plane[i] = pixels[3 * i + c] as number;
      return plane;
    });
  };
  const [[ground = new Uint8Array()], studio, back, kick] = await Promise.all([
    load('ground'),
    load('studio'),
    load('back'),
    load('kick'),
  ]);
  // Finds the bare wall, which only the backlight reaches. It is smooth, so eight bits would show as rings there.
  const lit = Uint8Array.from(ground, (share, i) =>
    Math.max(share, ...studio.map((plane) => plane[i] as number)) > 14 ? 255 : 0,
  );
  const busy = nearBottle([lit], width, height);
  // Ignores a few pixels, which may be the blurred end of the ground.
  const stands = (x: number) => {
    let solid = 0;
    for (let i = x; i < lit.length; i += width) {
      if (lit[i] && (ground[i] as number) < 100) solid++;
    }
    return solid > 14 / scale;
  };
  const columns = Array.from({ length: width }, (_, x) => x).filter(stands);
  const fine = (planes: Uint8Array[]) =>
    planes.map((plane) => refine(plane, busy, width, height, 18 / scale));
  return {
    width,
    height,
    light: { studio: fine(studio), back: fine(back), kick: fine(kick) },
    ground,
    across: [columns[0] ?? 0, columns.at(-1) ?? width - 1],
  };
}

let kept: { key: string; frame: Promise<SceneFrame> } | undefined;

/** The part of a scene that a picture shows. It cuts off no object, and keeps the horizon at its share of the height. */
export function cropOf(
  { crop }: SceneRecipe,
  frame: Pick<SceneFrame, 'width' | 'height' | 'across'>,
) {
  const hash = stableHash(crop);
  const share = (bits: number, size: number) => ((hash >>> bits) & (size - 1)) / (size - 1);
  const [from, to] = frame.across;
  const margin = Math.round(frame.width * MARGIN);
  const least = Math.min(frame.width, Math.max(frame.width * LEAST, to - from + 2 * margin));
  const width = Math.round(least + (frame.width - least) * share(0, 64));
  const height = Math.round((width * frame.height) / frame.width);
  const first = Math.max(0, Math.min(to + margin - width, frame.width - width));
  const last = Math.max(first, Math.min(frame.width - width, from - margin));
  return {
    width,
    height,
    left: Math.round(first + (last - first) * share(8, 64)),
    top: Math.round((frame.height - height) * HORIZON),
    mirrored: share(16, 2) === 1,
  };
}

/** The light of a group by plane value, in one colour channel of a mood. */
function lightOf(recipe: SceneRecipe, group: Group, c: 0 | 1 | 2): Float32Array {
  const mood = moods[recipe.mood];
  const of = (hex: string) => linear(hex)[c];
  return grey(4080, RANGE[group]).map((value) => {
    if (group === 'studio') return value * of(mood.lamp) * mood.studio;
    if (group === 'kick') return value * of(mood.sun) * mood.kick;
    // Brightens the outer parts of the wall a little, as behind the bottles.
    const lift = 1 + 0.6 * (1 - smooth(0.15, 0.8, value)) * smooth(0.02, 0.12, value);
    const t = smooth(0.04, 0.75, value);
    return value * (of(mood.edge) + (of(mood.heart) - of(mood.edge)) * t) * mood.back * lift;
  });
}

/** Composes a scene in the light of a mood (JPEG, sRGB); a draft with half the width and height. */
export async function composeScene(recipe: SceneRecipe, { draft = false } = {}): Promise<Buffer> {
  const key = `${recipe.scene} ${draft}`;
  if (kept?.key !== key) kept = { key, frame: decode(recipe.scene, draft) };
  const frame = await kept.frame;
  const { width, height, left, top, mirrored } = cropOf(recipe, frame);
  const ground = linear(moods[recipe.mood].ground);
  const picture = new Float32Array(width * height * 3);
  for (const c of [0, 1, 2] as const) {
    const studio = lightOf(recipe, 'studio', c);
    const back = lightOf(recipe, 'back', c);
    const kick = lightOf(recipe, 'kick', c);
    // In a pixel of both ground and object, most of the light is that of the ground, which is brighter.
    const tint = table(255, (a) => 1 + ((5 * a) / (5 * a + 1 - a)) * (ground[c] / 0.62 - 1));
    const [lit, wall, sun] = groups.map((group) => frame.light[group][c]) as Uint16Array[];
    if (!lit || !wall || !sun) throw new Error('A scene has three colours');
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const from = (y + top) * frame.width + left + (mirrored ? width - 1 - x : x);
        picture[(y * width + x) * 3 + c] =
          ((studio[lit[from] as number] as number) +
            (back[wall[from] as number] as number) +
            (kick[sun[from] as number] as number)) *
          (tint[frame.ground[from] as number] as number);
      }
    }
  }
  return (
    sharp(print(picture), { raw: { width, height, channels: 3 } })
      // Enlarges every part to the size of the frame, since search engines want 800 pixels.
      .resize({ width: frame.width, height: frame.height, fit: 'fill' })
      .jpeg({ quality: 89, chromaSubsampling: '4:4:4' })
      .toBuffer()
  );
}
