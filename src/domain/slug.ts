/** A readable path segment: 'Hermès L’Été' becomes 'hermes-l-ete'. Letters without an ASCII form are dropped. */
export function slug(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}
