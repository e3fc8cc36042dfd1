/** A compressed form of a file. */
export interface Encoding {
  name: 'br' | 'gzip';
  suffix: string;
}

/** The compressed forms, smallest first. */
export const ENCODINGS: readonly Encoding[] = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
];

/**
 * Returns the encodings that a client accepts, best first (RFC 9110, 12.5.3). The last entry is always null, the
 * uncompressed file: a client that accepts nothing else gets it instead of an error.
 */
export function acceptedEncodings(header: string | undefined): (Encoding | null)[] {
  const weights = new Map<string, number>();
  for (const item of (header ?? '').split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim().toLowerCase());
    if (!name) continue;
    const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = q === undefined ? 1 : Number(q);
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0;
  // A header that does not name the plain file ranks it last.
  const plain = weights.get('identity') ?? 0;
  const taken = ENCODINGS.filter(({ name }) => weightOf(name) > 0 && weightOf(name) >= plain).sort(
    (a, b) => weightOf(b.name) - weightOf(a.name),
  );
  return [...taken, null];
}
