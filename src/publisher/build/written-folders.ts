/**
 * The folders of a checkout that a build of the site writes into: types and pictures of Astro, packages that Vite has prepared. No
 * option names another place for all of them. Everything else may belong to another user, and be read-only.
 */
export const WRITTEN_FOLDERS = ['.astro', 'node_modules/.astro', 'node_modules/.vite'] as const;
