import { composePicture } from './compose.ts';
import { composeScene } from './compose-scene.ts';
import { moods } from './moods.ts';
import { type PictureRecipe, type SceneRecipe, SIZES, type View } from './recipe.ts';

/** A picture to compose: a view of a bottle, or a scene. */
export type Shot = { recipe: PictureRecipe; view: View } | { scene: SceneRecipe };

/** The frame that a picture is composed from. Pictures of one frame are composed fastest one after the other. */
export const frameName = (shot: Shot): string =>
  'scene' in shot ? shot.scene.scene : `${shot.recipe.bottle.family} ${shot.view}`;

/** What is known of a picture before it is composed: its size in pixels and the colour of its backdrop. */
export function describeShot(shot: Shot): { width: number; height: number; color: string } {
  return 'scene' in shot
    ? { ...SIZES.scene, color: moods[shot.scene.mood].tone }
    : { ...SIZES[shot.view], color: moods[shot.recipe.mood].tone };
}

/** Composes a picture (JPEG, sRGB); a draft with half the width and height, in a third of the time. */
export const composeShot = (shot: Shot, options?: { draft: boolean }): Promise<Uint8Array> =>
  'scene' in shot
    ? composeScene(shot.scene, options)
    : composePicture(shot.recipe, shot.view, options);
