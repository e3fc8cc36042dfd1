interface Attempt {
  /** '' until it is known. */
  reference: string;
  /** Whether the reference was bound here. */
  guessed?: boolean;
  /** Naira, with delivery. */
  total?: number;
  settled: boolean;
}

/** Providers that let the customer bear the fee report up to this share of the total on top of it. */
const FEES = 0.1;

/** Whether an attempt can be the payment of this amount in naira; true while either is unknown. */
const fits = ({ total }: Attempt, amount: number | undefined) =>
  total === undefined || amount === undefined || (amount >= total && amount <= total * (1 + FEES));

/**
 * Binds a reference to the attempt that it belongs to. spec §7 promises no reference in the answer of initialize, so a
 * backend may name it first at the return page. It goes to the newest attempt that has none yet. When the payment's
 * amount is known and is not that attempt's, it goes to another one, or to none: it may be an older order's.
 */
export function bindReference<A extends Attempt>(
  begun: readonly A[],
  reference: string,
  amount?: number,
): readonly A[] {
  const holder = begun.find((entry) => entry.reference === reference);
  if (holder && (!holder.guessed || holder.settled || fits(holder, amount))) return begun;
  const owner = begun.findLast((entry) => entry.reference === '' && fits(entry, amount));
  if (!owner && !holder) return begun;
  return begun.map((entry) => {
    if (entry === owner) return { ...entry, reference, guessed: true };
    return entry === holder ? { ...entry, reference: '' } : entry;
  });
}
