import type { ShippingPlace } from '#contract/app-data.ts';

/**
 * Shows the ways to pay that this order can take (WaysToPay.astro): paying on delivery up to an amount at some places, and
 * none for an order that costs nothing. A chosen way that goes gives its place to the first one. Amounts in naira.
 * @param place - the chosen one, with the largest order that is paid there and whether its fee is paid before.
 */
export function offerWays(
  total: number,
  { onDelivery = 0, deposit }: Partial<ShippingPlace> = {},
): void {
  const [all, door, fee] = ['ways', 'way=delivery', 'deposit'].map((name) =>
    document.querySelector<HTMLElement>(`[data-${name}]`),
  );
  if (all) all.hidden = total === 0;
  if (!door || !fee) return;
  fee.hidden = !deposit;
  door.hidden = total > onDelivery;
  if (door.hidden && door.querySelector(':checked'))
    document.querySelector<HTMLInputElement>('[name=way]')?.click();
}
