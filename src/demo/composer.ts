import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import { type DemoPicture, pictureOf } from './gallery.ts';

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

/** Composes the demo's pictures out of the rendered frames in artwork/, one frame's on each core. */
export function artworkComposer(): Composer {
  const parallel = Math.min(4, availableParallelism());
  const pool = new Tinypool({
    filename: new URL('./artwork/compose-group.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: parallel,
  });
  return {
    recipe: (picture) => JSON.stringify(pictureOf(picture)),
    group: (picture) => {
      const shot = pictureOf(picture);
      return 'scene' in shot ? shot.scene.scene : `${shot.recipe.bottle.family} ${shot.view}`;
    },
    compose: (group) => pool.run(group.map(pictureOf)),
    parallel,
    close: () => pool.destroy(),
  };
}
