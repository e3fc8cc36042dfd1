import { composePicture } from './compose.ts';
import { composeScene } from './compose-scene.ts';
import type { PictureRecipe, SceneRecipe, View } from './recipe.ts';

/** One picture to be made: a view of a bottle, or a still life of what it smells of. */
export type Shot = { recipe: PictureRecipe; view: View } | { scene: SceneRecipe };

/** The pictures of shots of one frame, in their order. */
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
