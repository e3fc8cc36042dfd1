import { EDITION, recipeFor } from '#demo/artwork/bottles.ts';
import type { PictureRecipe, View } from '#demo/artwork/recipe.ts';
import type { Shot } from '#demo/artwork/views.ts';
import type { DemoFragrance } from './fragrance-files.ts';
import { sceneOf } from './scenes.ts';

/** What the pictures of a fragrance show, in the order of its gallery. */
export const GALLERY = ['front', 'threequarter', 'detail', 'scene'] as const;
export type Shown = View | 'scene';

/** One picture of a fragrance. */
export interface DemoPicture {
  fragrance: DemoFragrance;
  shown: Shown;
}

/** The recipe for the bottle of a fragrance. */
export const recipeOf = (fragrance: DemoFragrance): PictureRecipe =>
  recipeFor({
    brand: fragrance.brand,
    fragrance: fragrance.name,
    concentration: fragrance.concentration,
    sizeMl: fragrance.sizeMl,
    liquid: fragrance.liquid,
    mood: fragrance.mood,
  });

/** Everything that a picture of a fragrance is composed from. */
export function pictureOf({ fragrance, shown }: DemoPicture): Shot {
  if (shown !== 'scene') return { recipe: recipeOf(fragrance), view: shown };
  const { brand, name, mood } = fragrance;
  return { scene: { edition: EDITION, scene: sceneOf(fragrance), mood, crop: `${brand} ${name}` } };
}
