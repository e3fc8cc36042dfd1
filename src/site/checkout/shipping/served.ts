import type { SavedAddress } from '#contract/address.ts';
import type { ShippingPlace } from '#contract/app-data.ts';

/** Whether the shop has deleted or renamed the place of a saved address. Nothing is known until the list is there. */
export const noLongerServed = (
  { shippingLocation }: Pick<SavedAddress, 'shippingLocation'>,
  list: readonly ShippingPlace[] | null,
): boolean =>
  shippingLocation !== '' && list !== null && !list.some(({ place }) => place === shippingLocation);
