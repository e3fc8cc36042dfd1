/**
 * The folders of a checkout that a build of the site writes into: Astro's types and pictures, and packages that Vite has
 * prepared. No option moves all of them. Everything else may belong to another user and be read-only.
 */
export const WRITTEN_FOLDERS = ['.astro', 'node_modules/.astro', 'node_modules/.vite'] as const;
