import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import { recipeFor } from './artwork/houses.ts';
import type { PictureRecipe } from './artwork/recipe.ts';
import type { View } from './artwork/views.ts';
import type { DemoFragrance } from './fragrance-files.ts';

/** One picture of a fragrance. */
export interface DemoPicture {
  fragrance: DemoFragrance;
  view: View;
}

/** Makes the pictures of fragrances. */
export interface Composer {
  /** All that a picture depends on, so that the same one is made once. */
  recipe(picture: DemoPicture): string;
  /** Pictures of one group are quickest made together. */
  group(picture: DemoPicture): string;
  /** The pictures of one group, in its order. */
  compose(group: readonly DemoPicture[]): Promise<Uint8Array[]>;
  /** Groups made at a time. */
  parallel: number;
  close(): Promise<void>;
}

const recipe = (fragrance: DemoFragrance): PictureRecipe =>
  recipeFor({
    brand: fragrance.brand,
    fragrance: fragrance.name,
    concentration: fragrance.concentration,
    sizeMl: fragrance.sizeMl,
    liquid: fragrance.liquid,
    mood: fragrance.mood,
  });

/** Composes the demo's pictures out of the rendered frames in artwork/, a bottle family on each core. */
export function artworkComposer(): Composer {
  const parallel = Math.min(4, availableParallelism());
  const pool = new Tinypool({
    filename: new URL('./artwork/compose-group.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: parallel,
  });
  return {
    recipe: ({ fragrance, view }) =>
      JSON.stringify(recipe(fragrance)) + (view === 'whole' ? '' : ` ${view}`),
    group: ({ fragrance }) => recipe(fragrance).house.family,
    compose: (group) =>
      pool.run(group.map(({ fragrance, view }) => ({ recipe: recipe(fragrance), view }))),
    parallel,
    close: () => pool.destroy(),
  };
}
