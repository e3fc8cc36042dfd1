/**
 * Cuts the shop's two faces to what a page can hold and writes them, with fallbacks that take the same room,
 * to src/site/styles. Run after changing a face: `node scripts/fonts/subset.ts`; the results are committed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';
import { CHARACTERS } from './characters.ts';
import { type Frequencies, frequencies, type Metrics, measure, missing } from './metrics.ts';

const STYLES = new URL('../../src/site/styles/', import.meta.url);
const FRAGRANCES = new URL('../../src/backend/demo/fragrances/', import.meta.url);
/** What all fonts of a page may weigh together (design.md §5). */
const BUDGET = 24_000;

interface Fallback {
  family: string;
  /** Names that `local()` tries: fonts that are drawn to the same widths. */
  local: readonly string[];
  /** Mean width in em of the catalogue's running text, measured as metrics.ts does. */
  width: number;
}

interface Face {
  family: string;
  file: string;
  source: string;
  /** Letters that `source` lacks, taken from a relative; fetched only by a page that holds one. */
  loan?: { file: string; source: string };
  fallbacks: readonly Fallback[];
}

// Widths of fonts that cannot be shipped: Liberation is metric-compatible with Arial and Times; Georgia from its published mean.
const FACES: readonly Face[] = [
  {
    family: 'Brygada',
    file: 'brygada-500.woff2',
    source: '@expo-google-fonts/brygada-1918/500Medium/Brygada1918_500Medium.ttf',
    loan: {
      file: 'brygada-500-hooks.woff2',
      source: '@expo-google-fonts/eb-garamond/600SemiBold/EBGaramond_600SemiBold.ttf',
    },
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
    file: 'fira-400.woff2',
    source: '@expo-google-fonts/fira-sans/400Regular/FiraSans_400Regular.ttf',
    fallbacks: [
      { family: 'Fira Roboto', local: ['Roboto'], width: 0.4371 },
      { family: 'Fira Arial', local: ['Arial', 'Liberation Sans', 'Arimo'], width: 0.4387 },
    ],
  },
];

const require = createRequire(import.meta.url);
const read = (source: string) => readFileSync(require.resolve(source));
const percent = (ratio: number) => `${(ratio * 100).toFixed(2)}%`;
const codePoint = (char: string) => `U+${(char.codePointAt(0) ?? 0).toString(16)}`;

/** Only kerning is kept: the pages use no alternates, and every letter with a mark is one glyph. */
const cut = (font: Buffer, chars: readonly string[]) =>
  subsetFont(font, chars.join(''), {
    targetFormat: 'woff2',
    keepFeatures: ['kern'],
    noHinting: true,
    dropTables: ['gasp', 'GDEF'],
  });

function fontFace(family: string, rest: readonly string[]): string {
  return `@font-face {\n  font-family: "${family}";\n${rest.map((line) => `  ${line};\n`).join('')}}\n`;
}

function fallbackFace({ family, local, width }: Fallback, face: Metrics): string {
  const size = face.width / width;
  return fontFace(family, [
    `src: ${local.map((name) => `local("${name}")`).join(', ')}`,
    `size-adjust: ${percent(size)}`,
    `ascent-override: ${percent(face.ascent / size)}`,
    `descent-override: ${percent(face.descent / size)}`,
    `line-gap-override: ${percent(face.lineGap / size)}`,
  ]);
}

const webFace = (family: string, file: string, rest: readonly string[] = []) =>
  fontFace(family, [`src: url("./fonts/${file}") format("woff2")`, 'font-display: swap', ...rest]);

async function writeFace(
  face: Face,
  weights: Frequencies,
): Promise<{ css: string; bytes: number }> {
  const source = read(face.source);
  const lacking = missing(source, CHARACTERS);
  const font = await cut(
    source,
    CHARACTERS.filter((char) => !lacking.includes(char)),
  );
  writeFileSync(new URL(`fonts/${face.file}`, STYLES), font);
  let css = webFace(face.family, face.file);
  console.log(`${face.file}: ${font.length} bytes`);

  if (lacking.length > 0) {
    if (!face.loan) throw new Error(`${face.family} lacks ${lacking.join(' ')}; name a loan`);
    const lender = read(face.loan.source);
    const nowhere = missing(lender, lacking);
    if (nowhere.length > 0) throw new Error(`${face.family}'s loan lacks ${nowhere.join(' ')} too`);
    const loan = await cut(lender, lacking);
    writeFileSync(new URL(`fonts/${face.loan.file}`, STYLES), loan);
    css += webFace(face.family, face.loan.file, [
      `unicode-range: ${lacking.map(codePoint).join(', ')}`,
    ]);
    console.log(`${face.loan.file}: ${loan.length} bytes, for ${lacking.join(' ')}`);
  }
  const metrics = measure(source, weights);
  return {
    css: css + face.fallbacks.map((fallback) => fallbackFace(fallback, metrics)).join(''),
    bytes: font.length,
  };
}

const weights = frequencies(
  readdirSync(FRAGRANCES)
    .map((name) => readFileSync(new URL(name, FRAGRANCES), 'utf8'))
    .join('')
    .replace(/[^A-Za-z ,.']/g, ''),
);
let css = '/* Made by scripts/fonts/subset.ts; change it there. */\n';
let bytes = 0;
for (const face of FACES) {
  const written = await writeFace(face, weights);
  css += written.css;
  bytes += written.bytes;
}
writeFileSync(new URL('fonts.css', STYLES), css);
console.log(`together ${bytes} of ${BUDGET} bytes`);
if (bytes > BUDGET) process.exitCode = 1;
