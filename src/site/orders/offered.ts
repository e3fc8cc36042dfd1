/** What a backend may tell of an order beyond spec §3. Each is an extension: `receipt` is order.receipt. */
const OFFERED = [
  'shared',
  'fulfilment',
  'delivery',
  'receipt',
  'promotion',
  'sampleCodes',
] as const;

/** Which of them a backend tells. */
export type Offered = Record<(typeof OFFERED)[number], boolean>;

/** Finds them among the names of a backend's extensions. */
export const offeredBy = (extensions: ReadonlySet<string>) =>
  Object.fromEntries(OFFERED.map((name) => [name, extensions.has(`order.${name}`)])) as Offered;
