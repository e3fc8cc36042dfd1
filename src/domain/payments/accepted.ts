import { formatNaira } from '#domain/money/money.ts';

/** Months for which a customer who has refused an order at the door pays before the next one is sent. */
export const REFUSAL_MONTHS = 12;

/** The words about an order that was accepted before it is paid. */
interface AcceptedWords {
  /** The state of its payment. */
  state: string;
  /** A sentence for its shopper. */
  text: string;
}

/** Returns those words. @param due - naira that are still to be paid; undefined where the backend does not say. */
export function acceptedWords(due?: number): AcceptedWords {
  if (due === undefined) return { state: 'Accepted', text: 'You pay for it later.' };
  if (due === 0) return { state: 'Nothing to pay', text: 'There is nothing to pay.' };
  return {
    state: 'To be paid on delivery',
    text: `You pay ${formatNaira(due)} when it comes. Please have it ready.`,
  };
}
