import sharp from 'sharp';
import { grey, print, smooth, table } from './film.ts';
import { type Frame, frameOf, type Group } from './frames.ts';
import { drawLabel } from './label.ts';
import { type Laid, layArt } from './lay.ts';
import { moods } from './moods.ts';
import {
  type Family,
  type Hex,
  linear,
  type PictureRecipe,
  type Rgb,
  SIZES,
  type View,
} from './recipe.ts';

/** Absorption of the liquid in the rendered planes, per unit of length. */
const rendered = 1.1;

/** The depth of the liquid, in units of length, at which it has the colour of the recipe. */
const depths: Record<Family, number> = {
  slab: 0.75,
  arch: 0.75,
  facet: 0.85,
  flacon: 0.85,
  block: 0.9,
  amphora: 1.05,
  column: 1.1,
  hex: 1.45,
  attar: 1.55,
  apothecary: 1.6,
};

/** The rendered paper is grey, so that it is not overexposed. The art is made for white paper. */
const paperGain = 1.36 / 0.82;

/**
 * Tables of one light group, with red, green and blue in turn: light by plane value, ground colour by share, light
 * through the liquid.
 */
interface Lamp {
  light: Float32Array;
  ground: Float32Array;
  through: Float32Array;
}

const CHANNELS = [0, 1, 2] as const;

/** Interleaves three tables, so that the values of a pixel are adjacent. */
function together(of: (c: 0 | 1 | 2) => Float32Array): Float32Array {
  const parts = CHANNELS.map(of);
  const size = parts[0]?.length ?? 0;
  return Float32Array.from({ length: 3 * size }, (_, i) => parts[i % 3]?.[(i / 3) | 0] as number);
}

function lampOf(recipe: PictureRecipe, frame: Frame, group: Group): Lamp {
  const mood = moods[recipe.mood];
  const light = (c: 0 | 1 | 2) => {
    const of = (hex: Hex): number => linear(hex)[c];
    const [edge, heart] = [of(mood.edge), of(mood.heart)];
    const lamp = group === 'studio' ? of(mood.lamp) * mood.studio : of(mood.sun) * mood.kick;
    const colour = (value: number): number => {
      if (group !== 'back') return lamp;
      // The rendered wall gets too dark towards its edges. Brightens these, but not the black edges of the glass.
      const lift = 1 + 0.6 * (1 - smooth(0.15, 0.8, value)) * smooth(0.02, 0.12, value);
      return (edge + (heart - edge) * smooth(0.04, 0.75, value)) * mood.back * lift;
    };
    return grey(4080, frame.about.range[group]).map((value) => value * colour(value));
  };
  const ground = (c: 0 | 1 | 2) => {
    const colour = linear(mood.ground)[c] / 0.62;
    return table(255, (share) => 1 + share * (colour - 1));
  };
  const through = (c: 0 | 1 | 2) => {
    const depth = -Math.log(Math.min(0.985, Math.max(0.006, linear(recipe.liquid)[c])));
    const power = depth / (rendered * depths[recipe.bottle.family]);
    return table(255, (v) => Math.max(v, 1 / 255) ** (2 * power));
  };
  return { light: together(light), ground: together(ground), through: together(through) };
}

/** Composes the picture in linear light, without the label. Does three colours at once, since reading the planes is slow. */
function develop(recipe: PictureRecipe, frame: Frame, out: Float32Array): void {
  const mood = moods[recipe.mood];
  const { bottle } = recipe;
  const { light: sl, ground: sg, through: st } = lampOf(recipe, frame, 'studio');
  const { light: bl, ground: bg, through: bt } = lampOf(recipe, frame, 'back');
  const { light: kl, ground: kg, through: kt } = lampOf(recipe, frame, 'kick');
  const { studio, back, kick } = frame.light;
  const { studio: sThrough, back: bThrough, kick: kThrough } = frame.through;
  const { studio: sGround, back: bGround, kick: kGround } = frame.ground;
  const { cap, metal, glass } = frame.mask;
  const { lacquer } = frame;
  const { range } = frame.about;
  const sp = grey(4080, range.studio);
  const bp = grey(4080, range.back);
  const kp = grey(4080, range.kick);
  const lacquerOf = grey(255, 1.5);
  const card = linear(mood.card).map((value) => value * mood.glow) as Rgb;
  const capOf = linear(bottle.cap);
  const collar = linear(bottle.collar);
  const tint = linear(bottle.glass);
  for (let i = 0; i < cap.length; i++) {
    const s = studio[i] as number;
    const b = back[i] as number;
    const k = kick[i] as number;
    const t = bThrough[i] as number;
    const sl3 = 3 * s;
    const bl3 = 3 * b;
    const kl3 = 3 * k;
    const sg3 = 3 * (sGround[i] as number);
    const bg3 = 3 * (bGround[i] as number);
    const kg3 = 3 * (kGround[i] as number);
    const st3 = 3 * (sThrough[i] as number);
    const bt3 = 3 * t;
    const kt3 = 3 * (kThrough[i] as number);
    const g = (glass[i] as number) / 255;
    const m = (metal[i] as number) / 255;
    const lid = (cap[i] as number) / 255;
    // A reflector card stands behind the liquid. The deeper the liquid, the more it shows the card and not the backdrop.
    const carded = g && t < 250 ? g * Math.min(1, (250 - t) / 60) * 0.78 : 0;
    const plain = bp[b] as number;
    // The cap's own planes have less grain. They replace the sum of the plain planes, which gives the colour of the lamps.
    const all = lid && lacquer ? (sp[s] as number) + plain + (kp[k] as number) : 0;
    const body = lid && lacquer ? (lacquerOf[lacquer.body[i] as number] as number) : 0;
    const sheen = lid && lacquer ? (lacquerOf[lacquer.sheen[i] as number] as number) : 0;
    for (let c = 0; c < 3; c++) {
      let wall = bl[bl3 + c] as number;
      if (carded) wall += (plain * (card[c] as number) - wall) * carded;
      let value =
        (sl[sl3 + c] as number) * (sg[sg3 + c] as number) * (st[st3 + c] as number) +
        wall * (bg[bg3 + c] as number) * (bt[bt3 + c] as number) +
        (kl[kl3 + c] as number) * (kg[kg3 + c] as number) * (kt[kt3 + c] as number);
      if (g) value *= 1 + g * ((tint[c] as number) - 1);
      if (m) value *= 1 + m * ((collar[c] as number) - 1);
      const own = capOf[c] as number;
      if (lid && lacquer) {
        value *= 1 + Math.min(1, lid * 16) * ((body * own * 1.15 + sheen) / (all + 1e-4) - 1);
      } else if (lid) value *= 1 + lid * (own - 1);
      out[i * 3 + c] = value;
    }
  }
}

/** Applies the label. Paper takes the colours of the art; ink on glass is lit by the studio lights. */
function label(picture: Float32Array, frame: Frame, laid: Laid, recipe: PictureRecipe): void {
  const { paper } = frame.about;
  const mood = moods[recipe.mood];
  const shine = linear(mood.lamp).map((value) => value * mood.studio);
  for (let y = 0; y < laid.height; y++) {
    for (let x = 0; x < laid.width; x++) {
      const from = (y * laid.width + x) * 4;
      const cover = laid.pixels[from + 3] as number;
      const across = x + laid.left;
      const down = y + laid.top;
      // A detail may not show the whole label.
      if (cover === 0 || across < 0 || across >= frame.width || down >= frame.height) continue;
      const at = down * frame.width + across;
      for (let c = 0; c < 3; c++) {
        const value = picture[at * 3 + c] as number;
        const art = laid.pixels[from + c] as number;
        if (paper) {
          const m = ((frame.mask.label[at] as number) / 255) * cover;
          picture[at * 3 + c] = value * (1 - m) + m * value * (art / cover) * paperGain;
        } else {
          // Metallic ink catches the key light from the upper left.
          const sheen = 0.85 + 0.5 * (1 - y / laid.height) - 0.3 * (x / laid.width);
          picture[at * 3 + c] =
            value * (1 - cover) + art * (shine[c] as number) * sheen + 0.12 * value * cover;
        }
      }
    }
  }
}

/**
 * Composes the picture of a product (JPEG, sRGB) at the size of its view; a draft at half the size of the frame. The same
 * recipe gives the same bytes with the same version of sharp. Takes about a quarter of a second once the frame is decoded,
 * so compose the pictures of one frame together.
 */
export async function composePicture(
  recipe: PictureRecipe,
  view: View,
  { draft = false } = {},
): Promise<Buffer> {
  const frame = await frameOf(recipe.bottle.family, view, draft);
  const { width, height } = frame;
  const picture = new Float32Array(width * height * 3);
  develop(recipe, frame, picture);
  const art = await drawLabel(recipe, frame.about);
  label(picture, frame, layArt(art, frame.about, width, height), recipe);
  const printed = sharp(print(picture), { raw: { width, height, channels: 3 } });
  // Some details were rendered smaller.
  if (!draft) printed.resize({ ...SIZES[view], fit: 'fill' });
  return printed.jpeg({ quality: 91, chromaSubsampling: '4:4:4', mozjpeg: false }).toBuffer();
}
