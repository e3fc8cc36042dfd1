/** The reasons for a return. Those of `atFault` are the shop's fault: it pays the courier both ways. */
export const RETURN_REASONS = {
  broken: { label: 'It is broken or leaking', atFault: true },
  wrong: { label: 'It is another scent or size than I ordered', atFault: true },
  different: { label: 'It is not as its page describes it', atFault: true },
  mind: { label: 'I have changed my mind', atFault: false },
} as const;
export type ReturnReason = keyof typeof RETURN_REASONS;
export const REASON_IDS = Object.keys(RETURN_REASONS) as [ReturnReason, ...ReturnReason[]];

/** The results that she can ask for. */
export const RETURN_WISHES = {
  money: 'My money back',
  exchange: 'Another one in its place',
  choice: 'Whatever suits the shop',
} as const;
export type ReturnWish = keyof typeof RETURN_WISHES;
export const WISH_IDS = Object.keys(RETURN_WISHES) as [ReturnWish, ...ReturnWish[]];

/** The most characters of her description, and of an answer. */
export const LONGEST_RETURN_TEXT = 1000;
/** The most pictures of one return, and the most bytes of each. */
export const MOST_RETURN_PICTURES = 3;
export const LARGEST_RETURN_PICTURE = 5_000_000;
/** Days after the end of a case for which its pictures are kept. */
export const PICTURE_DAYS = 90;

/**
 * Months in which defective goods may come back (Federal Competition and Consumer Protection Act 2018, section
 * 132).
 */
const FAULT_MONTHS = 3;
const DAY_MS = 86_400_000;

/**
 * Returns until when goods may come back for a reason, in ms since 1970. Null while they have not arrived: the time
 * has not begun.
 * @param arrivedAt - ms since 1970.
 * @param days - the shop's fact for goods without a fault.
 */
export function returnUntil(
  reason: ReturnReason,
  arrivedAt: number | null,
  days: number,
): number | null {
  if (arrivedAt === null) return null;
  if (!RETURN_REASONS[reason].atFault) return arrivedAt + days * DAY_MS;
  const until = new Date(arrivedAt);
  until.setUTCMonth(until.getUTCMonth() + FAULT_MONTHS);
  return until.getTime();
}
