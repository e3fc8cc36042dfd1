// Draws the labels of the banners' bottles, for banners.py.
// node scripts/artwork/labels.ts FOLDER
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { frameOf } from '#demo/artwork/frames.ts';
import { drawLabel } from '#demo/artwork/label.ts';
import type { Family, Label } from '#demo/artwork/recipe.ts';

interface Drawn {
  family: Family;
  name: string;
  detail: string;
  label: Label;
}

const label = (
  style: Label['style'],
  face: Label['face'],
  ink: string,
  paper: string,
  rest: Partial<Label> = {},
): Label => ({ style, face, capitals: true, tracking: 60, ink, paper, ...rest });

const written = { capitals: false, tracking: 10 };
const labels: Record<string, Drawn> = {
  attar: {
    family: 'attar',
    name: 'Amber',
    detail: 'Lagos',
    label: label('framed', 'garamond', '#e9cb8c', '#2a1712'),
  },
  slab: {
    family: 'slab',
    name: 'Oud',
    detail: 'Lagos',
    label: label('framed', 'garamond', '#e9cb8c', '#1b1310'),
  },
  'attar-oud': {
    family: 'attar',
    name: 'Oud',
    detail: 'Lagos',
    label: label('framed', 'garamond', '#f0d493', '#3a0d12'),
  },
  'attar-musk': {
    family: 'attar',
    name: 'Musk',
    detail: 'Perfume oil',
    label: label('framed', 'garamond', '#f0e2b4', '#15301f'),
  },
  apothecary: {
    family: 'apothecary',
    name: 'Sandal',
    detail: 'Perfume oil',
    label: label('ruled', 'garamond', '#22351f', '#eee6cf', written),
  },
  hex: {
    family: 'hex',
    name: 'Harmattan',
    detail: 'Extrait',
    label: label('framed', 'jost', '#e8d3a0', '#12202a', { tracking: 90 }),
  },
};

const [folder = '.'] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
for (const [file, { family, name, detail, label }] of Object.entries(labels)) {
  const bottle = { family, cap: '#000000', collar: '#000000', glass: '#ffffff', label };
  const recipe = { edition: 1, mood: 'night', liquid: '#000000', brand: 'Turare' } as const;
  const { about } = await frameOf(family, 'front');
  const { data, width, height } = await drawLabel({ ...recipe, bottle, name, detail }, about);
  await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(join(folder, `${file}.png`));
}
