/** A way that a file lies beside itself compressed. */
export interface Encoding {
  name: 'br' | 'gzip';
  suffix: '.br' | '.gz';
}

/** The smaller one first. */
export const ENCODINGS: readonly Encoding[] = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
];

/**
 * What a client takes, best first (RFC 9110, 12.5.3); null is the file as it is. That one is always there, last: a
 * client that takes nothing else is better served with it than refused.
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
  // Not named, the plain file is as good as what is wanted least.
  const plain = weights.get('identity') ?? 0;
  const taken = ENCODINGS.filter(({ name }) => weightOf(name) > 0 && weightOf(name) >= plain).sort(
    (a, b) => weightOf(b.name) - weightOf(a.name),
  );
  return [...taken, null];
}
