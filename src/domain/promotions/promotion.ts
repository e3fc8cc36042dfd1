/** What a promotion takes off. Amounts in kobo. */
export type Takes =
  /** Per cent of each line, with two decimals at most. */
  | { kind: 'per_cent'; perCent: number }
  | { kind: 'naira'; kobo: number }
  /** The whole fee, to these states; to all if the list is empty. */
  | { kind: 'delivery'; states: readonly string[] }
  /** From the dearest unit down, the next `get` units after each `buy` are free. */
  | { kind: 'units'; buy: number; get: number };

/**
 * The products that it is for, and that count for its amount. `bottles` are those of a group that are no samples, and
 * `bottle` is the id of one that counts although its group has another name by now.
 */
export type Scope =
  | { of: 'all' }
  | { of: 'brand' | 'category' | 'group' | 'products'; names: readonly string[] }
  | { of: 'bottles'; names: readonly string[]; bottle?: string };

/** The rules of a promotion, as data. */
export interface Promotion {
  id: string;
  /** What shoppers read: 'Harmattan sale'. */
  label: string;
  takes: Takes;
  scope: Scope;
  /** What the products of the scope must cost at least, at the prices that their pages show. 0 for any. */
  fromKobo: number;
  /** From when and until when, in ms since 1970. Null: always. */
  beginsAt: number | null;
  endsAt: number | null;
  /** How often it counts in all, and for one customer. Null: as often as you like. */
  limit: number | null;
  customerLimit: number | null;
  /** Whether it comes on top of a product's own discount. Otherwise of both the better one counts, line by line. */
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

/** What is bought. Without a place fee and state are null. */
export interface Cart {
  lines: readonly CartLine[];
  feeKobo: number | null;
  state: string | null;
}

/** How often a promotion has counted so far: in all, for this customer, and by this code if it is for one use. */
export interface Uses {
  all: number;
  customer: number;
  code: number;
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Whether a promotion is for the product of a line. */
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

/** What the lines of its scope cost. */
export const worthOf = (promotion: Pick<Promotion, 'scope'>, lines: readonly CartLine[]): number =>
  lines.reduce(
    (sum, line) => sum + (isFor(promotion, line) ? line.priceKobo * line.quantity : 0),
    0,
  );

/** Whether it can be about delivery to this state. Null is a place that is not known yet. */
export const reaches = ({ takes }: Pick<Promotion, 'takes'>, state: string | null): boolean =>
  takes.kind !== 'delivery' ||
  takes.states.length === 0 ||
  state === null ||
  takes.states.includes(state);
