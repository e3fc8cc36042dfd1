/**
 * The name of a product without its brand: 'Oud Wood' for 'Tom Ford Oud Wood'. The full name reads well alone, in a
 * cart, an email or at Paystack. Where the brand is shown beside it, only the rest is.
 */
export function fragranceName(name: string, brand: string | undefined): string {
  if (!brand) return name;
  const prefix = `${brand} `;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

/** The name of one size of a fragrance: 'Oud Wood, 50 ml'; as it is if it says the size. */
export const sizedName = (name: string, sizeMl?: number): string =>
  !sizeMl || name.replaceAll(' ', '').toLowerCase().includes(`${sizeMl}ml`)
    ? name
    : `${name}, ${sizeMl} ml`;
