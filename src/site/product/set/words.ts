/** How far a choice is. */
export const chosenWords = (chosen: number, of: number): string =>
  chosen === of ? `${of} chosen. Add the set to your cart.` : `${chosen} of ${of} chosen`;

/** What is missing when a set is to be bought without a choice. */
export const chooseFirst = (missing: number): string =>
  missing === 1 ? 'Please choose one more first.' : `Please choose ${missing} more first.`;

/** What the cart has of this set already. */
export const inCart = (names: readonly string[]): string =>
  `Your cart has this set with ${names.join(', ')}. Adding it again takes the choice below for all of them.`;
