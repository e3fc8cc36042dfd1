/** Makes pictures that are stored as a recipe until they are first requested. */
export interface Composer {
  /**
   * The picture of a recipe (JPEG, PNG or WebP).
   * @throws Error if the recipe is not known.
   */
  compose(recipe: string): Promise<Uint8Array>;
}
