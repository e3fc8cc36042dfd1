/**
 * Cuts the shop's two faces down to the characters that pages use, and writes them to src/look, with fallbacks that
 * take the same room. Run it after changing a face: `node scripts/fonts/subset.ts`. The results are committed.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { CHARACTERS, FIRST, OF_NAMES } from './characters.ts';
import { type Metrics, measure, missing } from './metrics.ts';

const STYLES = new URL('../../src/look/', import.meta.url);
/** The budget for all fonts together, in bytes. */
const BUDGET = 24_000;

interface Fallback {
  family: string;
  /** Names for `local()`: fonts of the same widths. */
  local: readonly string[];
  /** The mean width of a character, as in `Face`. */
  width: number;
}

interface Face {
  family: string;
  /** The start of its file names. */
  file: string;
  source: string;
  /** The mean width of a character in em, weighted by frequency in one text about fragrances. */
  width: number;
  /** Whether pairs are kerned. It shows in large names; for running text it is not worth 3 kB. */
  kern: boolean;
  /** The characters of its first part. */
  first: readonly string[];
  /** A font with the letters that `source` lacks. */
  lender?: string;
  /** Characters that are clearer in a face before it. They come with that face's first part. */
  borrowed?: { chars: readonly string[]; from: string };
  fallbacks: readonly Fallback[];
}

// These fonts cannot be shipped. Widths are measured on Liberation, which matches Arial and Times; Georgia's is published.
const FACES: readonly Face[] = [
  {
    family: 'Brygada',
    file: 'brygada-500',
    source: '@expo-google-fonts/brygada-1918/500Medium/Brygada1918_500Medium.ttf',
    width: 0.42041,
    kern: true,
    first: FIRST,
    lender: '@expo-google-fonts/eb-garamond/600SemiBold/EBGaramond_600SemiBold.ttf',
    fallbacks: [
      { family: 'Brygada Georgia', local: ['Georgia'], width: 0.4431 },
      { family: 'Brygada Noto', local: ['Noto Serif'], width: 0.4735 },
      {
        family: 'Brygada Times',
        local: ['Times New Roman', 'Liberation Serif', 'Tinos'],
        width: 0.3991,
      },
    ],
  },
  {
    family: 'Fira',
    file: 'fira-400',
    source: '@expo-google-fonts/fira-sans/400Regular/FiraSans_400Regular.ttf',
    width: 0.41922,
    kern: false,
    // A list shows fifty brands in this face. The letters of names add 0.7 kB here, since most combine existing glyphs.
    // In the part with the rest they would cost a page 4.7 kB.
    first: [...FIRST, ...OF_NAMES],
    // The two bars of Fira's ₦ fill it in at 13 px, so an amount looks struck through.
    borrowed: { chars: ['₦'], from: 'brygada-500' },
    fallbacks: [
      { family: 'Fira Roboto', local: ['Roboto'], width: 0.4371 },
      { family: 'Fira Arial', local: ['Arial', 'Liberation Sans', 'Arimo'], width: 0.4387 },
    ],
  },
];

const require = createRequire(import.meta.url);
const read = (source: string) => readFileSync(require.resolve(source));
/** Returns a ratio as per cent with one decimal: it moves no text by a pixel, and every page has these numbers. */
const percent = (ratio: number) => `${Math.round(ratio * 1000) / 10}%`;

const codeOf = (char: string) => char.codePointAt(0) ?? 0;
/** Code points between two characters up to which one range holds both, if no other part has one between them. */
const NEAR = 0x100;

/** Returns the `unicode-range` of some characters: 'U+a1-bf, U+1eb8'. Every page has it, so it is short. */
function ranges(chars: readonly string[]): string {
  const codes = chars.map(codeOf).sort((a, b) => a - b);
  const runs: [number, number][] = [];
  for (const code of codes) {
    const last = runs.at(-1);
    const from = last?.[1] ?? 0;
    const isNext = !CHARACTERS.some((char) => codeOf(char) > from && codeOf(char) < code);
    if (last && isNext && code - from <= NEAR) last[1] = code;
    else runs.push([code, code]);
  }
  const hex = (code: number) => code.toString(16);
  return runs.map(([from, to]) => `U+${hex(from)}${to > from ? `-${hex(to)}` : ''}`).join(', ');
}

/** Cuts a font. Keeps at most kerning: pages use no alternates, and every letter with a mark is one glyph. */
function cut(
  font: Buffer,
  chars: readonly string[],
  kern: boolean,
  targetFormat: 'woff2' | 'truetype' = 'woff2',
): Promise<Buffer> {
  // A variable, since the types of subset-font lack some options of its README.
  const options = {
    targetFormat,
    keepFeatures: kern ? ['kern'] : [],
    noHinting: true,
    noLayoutClosure: true,
    dropTables: ['gasp', 'GDEF', 'GSUB', 'STAT', ...(kern ? [] : ['GPOS'])],
  };
  return subsetFont(font, chars.join(''), options);
}

function fontFace(family: string, rest: readonly string[]): string {
  return `@font-face {\n  font-family: "${family}";\n${rest.map((line) => `  ${line};\n`).join('')}}\n`;
}

function fallbackFace({ family, local, width }: Fallback, face: Metrics & { width: number }) {
  const size = face.width / width;
  return fontFace(family, [
    `src: ${local.map((name) => `local("${name}")`).join(', ')}`,
    `size-adjust: ${percent(size)}`,
    `ascent-override: ${percent(face.ascent / size)}`,
    `descent-override: ${percent(face.descent / size)}`,
    `line-gap-override: ${percent(face.lineGap / size)}`,
  ]);
}

/** Returns the parts of a face: what nearly every page needs, the rest, and the letters of another font. */
function parts(face: Face): { file: string; font: Buffer; chars: string[]; kern: boolean }[] {
  const font = read(face.source);
  const lacking = missing(font, CHARACTERS);
  const own = CHARACTERS.filter(
    (char) => !lacking.includes(char) && !face.borrowed?.chars.includes(char),
  );
  const all = [
    {
      file: `${face.file}.woff2`,
      font,
      chars: own.filter((char) => face.first.includes(char)),
      kern: face.kern,
    },
    {
      file: `${face.file}-more.woff2`,
      font,
      chars: own.filter((char) => !face.first.includes(char)),
      kern: false,
    },
  ];
  if (lacking.length === 0) return all;
  const lender = face.lender && read(face.lender);
  const nowhere = lender ? missing(lender, lacking) : lacking;
  if (!lender || nowhere.length > 0) throw new Error(`${face.family} lacks ${nowhere.join(' ')}`);
  return [...all, { file: `${face.file}-lent.woff2`, font: lender, chars: lacking, kern: false }];
}

async function writeFace(face: Face): Promise<{ css: string; bytes: number }> {
  let css = '';
  let bytes = 0;
  for (const { file, font, chars, kern } of parts(face)) {
    const woff2 = await cut(font, chars, kern);
    writeFileSync(new URL(`fonts/${file}`, STYLES), woff2);
    console.log(`${file}: ${woff2.length} bytes, ${chars.length} characters`);
    bytes += woff2.length;
    css += fontFace(face.family, [
      `src: url("./fonts/${file}")`,
      // A page whose font is late keeps the fallback, and the next page has the font.
      'font-display: optional',
      // The first part covers every character, the others only their own.
      ...(bytes === woff2.length ? [] : [`unicode-range: ${ranges(chars)}`]),
    ]);
  }
  if (face.borrowed) {
    css += fontFace(face.family, [
      `src: url("./fonts/${face.borrowed.from}.woff2")`,
      'font-display: optional',
      `unicode-range: ${ranges(face.borrowed.chars)}`,
    ]);
  }
  const metrics = { ...measure(read(face.source)), width: face.width };
  return {
    css: css + face.fallbacks.map((fallback) => fallbackFace(fallback, metrics)).join(''),
    bytes,
  };
}

let css = '/* Made by scripts/fonts/subset.ts; change it there. */\n';
let bytes = 0;
for (const face of FACES) {
  const written = await writeFace(face);
  css += written.css;
  bytes += written.bytes;
}
writeFileSync(new URL('fonts.css', STYLES), css);
// sharp draws the shop's name in link previews, and reads no WOFF2. No page loads this file.
const [display] = FACES;
if (display) {
  const font = await cut(read(display.source), CHARACTERS, true, 'truetype');
  writeFileSync(new URL('fonts/brygada-500.ttf', STYLES), font);
}
console.log(`together ${bytes} of ${BUDGET} bytes`);
if (bytes > BUDGET) process.exitCode = 1;
