/**
 * Shows the ways to pay that this order can take (WaysToPay.astro): paying on delivery up to an amount at some places, and
 * none for an order that costs nothing. A chosen way that goes gives its place to the first one. Amounts in naira.
 * @param onDelivery - the largest order that is paid at the chosen place; undefined before one is chosen, or for none.
 */
export function offerWays(total: number, onDelivery = 0): void {
  const [all, door] = ['ways', 'way=delivery'].map((name) =>
    document.querySelector<HTMLElement>(`[data-${name}]`),
  );
  if (all) all.hidden = total === 0;
  if (!door) return;
  door.hidden = total > onDelivery;
  if (door.hidden && door.querySelector(':checked'))
    document.querySelector<HTMLInputElement>('[name=way]')?.click();
}
