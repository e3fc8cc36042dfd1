/** The text and label of the link that replaces 'Add to cart' wherever a set's parts cannot be chosen. */
export const CHOOSE = 'Choose';
export const chooseLabel = (name: string): string => `${CHOOSE} what is in ${name}`;

/** Returns the progress of a choice. */
export const chosenWords = (chosen: number, of: number): string =>
  chosen === of ? `${of} chosen. Add the set to your cart.` : `${chosen} of ${of} chosen`;

/** Returns how many parts are missing before the set can be added. */
export const leftWords = (left: number): string => `Choose ${left} more`;

/** Returns what the cart already has of this set. */
export const inCart = (choices: readonly string[], hasLines: boolean): string =>
  `Your cart has this set with ${choices.join('; and with ')}.${hasLines ? '' : ' Adding it again takes the new choice for all of them.'}`;
