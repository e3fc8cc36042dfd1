/** Makes pictures that are stored as a recipe until they are first requested. */
export interface Composer {
  /**
   * Returns the picture of a recipe (JPEG, PNG or WebP).
   * @throws Error if the recipe is unknown.
   */
  compose(recipe: string): Promise<Uint8Array>;
}
