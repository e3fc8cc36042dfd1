/** Composes pictures that are stored as a recipe until they are first requested. */
export interface Composer {
  /**
   * The picture of a recipe (JPEG, PNG or WebP).
   * @param width - a draft is wanted, of at least so many pixels, or as wide as the picture. `null` for the picture
   * itself, which nobody waits for.
   * @throws Error if the recipe is not known.
   */
  compose(recipe: string, width: number | null): Promise<{ bytes: Uint8Array; draft: boolean }>;
  close(): Promise<void>;
}
