import { describe, expect, it } from 'vitest';
import { cropOf } from '#demo/artwork/compose-scene.ts';
import { readFragrances } from './fragrance-files.ts';
import { pictureOf } from './gallery.ts';
import { sceneOf } from './scenes.ts';

const fragrances = await readFragrances();
const notes = { top: [], heart: [], base: [] };

describe('the still life of a fragrance', () => {
  it.each([
    ['wood', ['oud', 'woody', 'office'], { ...notes, base: ['Oud', 'Sandalwood'] }],
    ['citrus', ['citrus', 'fresh', 'everyday'], { ...notes, top: ['Bergamot', 'Lemon'] }],
    ['flowers', ['rose', 'powdery', 'gift'], { ...notes, heart: ['Rose', 'Iris'] }],
    ['smoke', ['tobacco', 'vanilla', 'evening'], { ...notes, base: ['Tobacco Leaf', 'Vanilla'] }],
  ])('is %s for tags %j', (scene, tags, layers) => {
    expect(sceneOf({ tags, notes: layers })).toBe(scene);
  });

  it('follows the tags when the notes are many and mixed', () => {
    const mixed = { top: ['Lemon', 'Lime'], heart: ['Rose', 'Jasmine'], base: ['Oud', 'Cedar'] };
    expect(sceneOf({ tags: ['rose', 'powdery', 'gift'], notes: mixed })).toBe('flowers');
  });

  it('is each of the four for many fragrances of the demo', () => {
    const counts = Object.groupBy(fragrances, sceneOf);
    for (const all of Object.values(counts)) expect(all?.length).toBeGreaterThanOrEqual(12);
    expect(Object.keys(counts).sort()).toEqual(['citrus', 'flowers', 'smoke', 'wood']);
  });

  it('is cut or lit differently for every fragrance, with its horizon in one place', () => {
    const frame = { width: 880, height: 1100, across: [90, 780] as const };
    const shown = fragrances.map((fragrance) => {
      const shot = pictureOf({ fragrance, shown: 'scene' });
      if (!('scene' in shot)) throw new Error('A scene was asked for');
      const crop = cropOf(shot.scene, frame);
      expect(crop.left).toBeGreaterThanOrEqual(0);
      expect(crop.left).toBeLessThanOrEqual(frame.across[0]);
      expect(crop.left + crop.width).toBeGreaterThanOrEqual(frame.across[1]);
      expect(crop.left + crop.width).toBeLessThanOrEqual(frame.width);
      expect((0.726 * frame.height - crop.top) / crop.height).toBeCloseTo(0.726, 2);
      return JSON.stringify([shot.scene.scene, shot.scene.mood, crop]);
    });
    expect(new Set(shown).size).toBe(fragrances.length);
  });
});
