import { composePicture } from './compose.ts';
import { composeScene } from './compose-scene.ts';
import type { PictureRecipe, SceneRecipe, View } from './recipe.ts';

/** A picture to compose: a view of a bottle, or a scene. */
export type Shot = { recipe: PictureRecipe; view: View } | { scene: SceneRecipe };

/** Composes pictures, in their order. Fastest if they have one frame. */
export async function composeShots(shots: readonly Shot[]): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  for (const shot of shots) {
    pictures.push(
      'scene' in shot
        ? await composeScene(shot.scene)
        : await composePicture(shot.recipe, shot.view),
    );
  }
  return pictures;
}
