import { composePicture } from './artwork/compose.ts';
import { recipeFor } from './artwork/houses.ts';
import type { DemoFragrance } from './fragrance-files.ts';

/** Makes a fragrance's picture; `recipe` is all that it depends on, so that it is made once. */
export interface Composer {
  recipe(fragrance: DemoFragrance): string;
  compose(fragrance: DemoFragrance): Promise<Buffer>;
}

const recipe = (fragrance: DemoFragrance) =>
  recipeFor({
    brand: fragrance.brand,
    fragrance: fragrance.name,
    concentration: fragrance.concentration,
    sizeMl: fragrance.sizeMl,
    liquid: fragrance.liquid,
    mood: fragrance.mood,
  });

/** Composes the demo's pictures out of the rendered frames in artwork/. */
export const artworkComposer: Composer = {
  recipe: (fragrance) => JSON.stringify(recipe(fragrance)),
  compose: (fragrance) => composePicture(recipe(fragrance)),
};
