/** The discount of a promotion. Amounts in kobo. */
export type Takes =
  /** Per cent of each line, with two decimals at most. */
  | { kind: 'per_cent'; perCent: number }
  | { kind: 'naira'; kobo: number }
  /** The whole fee, to these states; to all if the list is empty. */
  | { kind: 'delivery'; states: readonly string[] }
  /** From the dearest unit down, the next `get` units after each `buy` are free. */
  | { kind: 'units'; buy: number; get: number };

/**
 * The products of a promotion, which also count for its amount. `bottles` are those of a group that are not samples.
 * `bottle` is the id of one that counts even if its group has another name by now.
 */
export type Scope =
  | { of: 'all' }
  | { of: 'brand' | 'category' | 'group' | 'products'; names: readonly string[] }
  | { of: 'bottles'; names: readonly string[]; bottle?: string };

/** The rules of a promotion, as data. */
export interface Promotion {
  id: string;
  /** The name for shoppers: 'Harmattan sale'. */
  label: string;
  takes: Takes;
  scope: Scope;
  /** The least price of the scope's products, at the prices on their pages. 0 for any. */
  fromKobo: number;
  /** Start and end, in ms since 1970. null: no limit. */
  beginsAt: number | null;
  endsAt: number | null;
  /** The number of uses in all, and per customer. null: no limit. */
  limit: number | null;
  customerLimit: number | null;
  /** Whether it counts only for the first order of a customer. */
  firstOrder: boolean;
  /** Whether it adds to a product's own discount. Otherwise the better of the two counts, line by line. */
  addsUp: boolean;
  /** Whether it counts without a code. */
  automatic: boolean;
}

/** A line of a cart, as promotions see it. Kobo for one unit. */
export interface CartLine {
  productId: string;
  brand: string;
  categories: readonly string[];
  group: string | null;
  sample: boolean;
  quantity: number;
  /** Before the product's own discount, and after it. */
  fullKobo: number;
  priceKobo: number;
}

/** The goods and the delivery. Without a place, fee and state are null. */
export interface Cart {
  lines: readonly CartLine[];
  feeKobo: number | null;
  state: string | null;
}

/** The uses of a promotion so far: in all, by this customer, and by this code if it is for one use. */
export interface Uses {
  all: number;
  customer: number;
  code: number;
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

export function isFor({ scope }: Pick<Promotion, 'scope'>, line: CartLine): boolean {
  if (scope.of === 'all') return true;
  if (scope.of === 'bottles' && line.productId === scope.bottle) return true;
  const group = line.group === null ? [] : [line.group];
  const has = {
    brand: [line.brand],
    category: line.categories,
    group,
    bottles: line.sample ? [] : group,
    products: [line.productId],
  }[scope.of];
  return has.some((one) => scope.names.some((name) => same(one, name)));
}

export const worthOf = (promotion: Pick<Promotion, 'scope'>, lines: readonly CartLine[]): number =>
  lines.reduce(
    (sum, line) => sum + (isFor(promotion, line) ? line.priceKobo * line.quantity : 0),
    0,
  );

/** Whether it may apply to delivery to this state. null is an unknown place. */
export const reaches = ({ takes }: Pick<Promotion, 'takes'>, state: string | null): boolean =>
  takes.kind !== 'delivery' ||
  takes.states.length === 0 ||
  state === null ||
  takes.states.includes(state);
