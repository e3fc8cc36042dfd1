/** The link that stands in place of 'Add to cart' wherever a set is not chosen: what it says, and what it is called. */
export const CHOOSE = 'Choose';
export const chooseLabel = (name: string): string => `${CHOOSE} what is in ${name}`;

/** How far a choice is. */
export const chosenWords = (chosen: number, of: number): string =>
  chosen === of ? `${of} chosen. Add the set to your cart.` : `${chosen} of ${of} chosen`;

/** How many are still to be chosen before the set can be added. */
export const leftWords = (left: number): string => `Choose ${left} more`;

/** What the cart has of this set already. */
export const inCart = (choices: readonly string[], hasLines: boolean): string =>
  `Your cart has this set with ${choices.join('; and with ')}.${hasLines ? '' : ' Adding it again takes the new choice for all of them.'}`;
