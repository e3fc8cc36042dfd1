/**
 * Returns the name of a product without its brand: 'Oud Wood' for 'Tom Ford Oud Wood'. The full name reads well alone,
 * in a cart, an email or at Paystack. Beside the brand only the rest is shown.
 */
export function fragranceName(name: string, brand: string | undefined): string {
  if (!brand) return name;
  const prefix = `${brand} `;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** Returns the name of one size of a fragrance: 'Oud Wood, 50 ml'; unchanged if it has the size. */
export const sizedName = (name: string, sizeMl?: number): string =>
  !sizeMl || name.replaceAll(' ', '').toLowerCase().includes(`${sizeMl}ml`)
    ? name
    : `${name}, ${sizeMl} ml`;
