/**
 * Splits whole kobo by weight, so that the shares sum to it. Each part is rounded down, and the largest remainders get
 * one kobo more, the earlier first. No share exceeds its weight if the sum does not exceed that of the weights. Without
 * any weight every share is 0.
 */
export function shareOut(kobo: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (all === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(weight) * BigInt(kobo));
  const shares = exact.map((part) => part / all);
  let left = BigInt(kobo) - shares.reduce((sum, share) => sum + share, 0n);
  const byRemainder = exact
    .map((part, at) => ({ at, remainder: part % all }))
    .sort((a, b) =>
      a.remainder === b.remainder ? a.at - b.at : a.remainder < b.remainder ? 1 : -1,
    );
  for (const { at } of byRemainder) {
    if (left === 0n) break;
    shares[at] = (shares[at] ?? 0n) + 1n;
    left--;
  }
  return shares.map(Number);
}
