import { availableParallelism } from 'node:os';
import { Tinypool } from 'tinypool';
import { type DemoPicture, pictureOf } from './gallery.ts';

/** Composes the pictures of fragrances. */
export interface Composer {
  /** Everything that a picture depends on. Equal recipes mean equal pictures. */
  recipe(picture: DemoPicture): string;
  /** The group of a picture. Pictures of one group are composed fastest together. */
  group(picture: DemoPicture): string;
  /** Composes the pictures of one group, in its order. */
  compose(group: readonly DemoPicture[]): Promise<Uint8Array[]>;
  /** How many groups to compose at a time. */
  parallel: number;
  close(): Promise<void>;
}

/** Composes the demo's pictures from the rendered frames in artwork/, one frame's pictures on each core. */
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
