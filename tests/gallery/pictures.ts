import type { PictureMeta } from '#contract/product.ts';

const WIDTH = 800;
const HEIGHT = 1000;

/** Bottles in flat colours, which keep the committed screenshots small. */
const BODIES = [
  'M250 400h300v430a30 30 0 0 1-30 30H280a30 30 0 0 1-30-30z',
  'M300 420q100-60 200 0l70 380q10 60-50 60H280q-60 0-50-60z',
  'M400 400a230 230 0 1 1-1 0z',
  'M290 360h220l60 90v380a30 30 0 0 1-30 30H260a30 30 0 0 1-30-30V450z',
];
const GROUNDS = ['#e9dcc6', '#d9cdb8', '#c9d0bd', '#e6cdb9', '#d2c3b0'];

/** Returns a picture of the fixed data: its URL in the form of our API, and its metadata. */
export function bottle(number: number, liquid: string, view: number) {
  const ground = GROUNDS[(number + view) % GROUNDS.length] ?? '#e9dcc6';
  const meta: PictureMeta = { width: WIDTH, height: HEIGHT, color: ground };
  const body = (number * 3) % BODIES.length;
  return { url: `/media/${body}-${view}-${ground.slice(1)}-${liquid.slice(1)}/800.jpg`, meta };
}

/** View boxes: a whole bottle, and parts of it. */
const FRAMES = ['0 0 800 1000', '180 440 440 550', '220 180 360 450', '100 120 600 750'];
const NAME = /^\/media\/(\d)-(\d+)-([0-9a-f]{6})-([0-9a-f]{6})\/[\w.]+$/;

/** Draws the picture at a path from `bottle`, in any width and format; undefined for another path. */
export function drawBottle(path: string): string | undefined {
  const [, body = '', view = '', ground, liquid] = NAME.exec(path) ?? [];
  const shape = BODIES[Number(body)];
  if (!shape || !ground || !liquid) return undefined;
  const frame = FRAMES[Number(view) % FRAMES.length];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="${frame}" preserveAspectRatio="xMidYMid slice">
<path fill="#${ground}" d="M0 0h800v1000H0z"/><path fill="#00000014" d="M0 840h800v160H0z"/>
<path fill="#2b1c12" d="M340 250h120v150H340z"/><path fill="#${liquid}" d="${shape}"/>
<path fill="#f5ecdcd9" d="M310 560h180v130H310z"/><path stroke="#2b1c12" stroke-width="6" d="M335 600h130M355 640h90"/></svg>`;
}

/** Draws flat colours in place of a photograph of the same size. */
export const calmPicture = (width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 10 10" preserveAspectRatio="none"><path fill="#4a2f1c" d="M0 0h10v10H0z"/><path fill="#6b4527" d="M10 0v10H4z"/></svg>`;
