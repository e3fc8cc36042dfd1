/**
 * A product's name starts with its house ('Tom Ford Oud Wood'), so that it reads alone in a cart, a
 * mail or at Paystack. Where the house stands beside it, only the rest is shown: 'Oud Wood'.
 */
export function fragranceName(name: string, brand: string | undefined): string {
  if (!brand) return name;
  const prefix = `${brand} `;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}
