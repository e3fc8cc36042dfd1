import { composePicture } from './compose.ts';
import type { PictureRecipe } from './recipe.ts';

/** A worker's task: the pictures of one bottle family, whose frame is decoded once for all of them. */
export default async function composeGroup(recipes: PictureRecipe[]): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = [];
  for (const recipe of recipes) pictures.push(await composePicture(recipe));
  return pictures;
}
