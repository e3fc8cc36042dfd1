import type { ShippingPlace } from '#contract/app-data.ts';
import { isRecord } from '#contract/reading/record.ts';
import { createTabCache } from '#site/client/minute.ts';
import { isNaira, isText } from '#site/storage/json.ts';

/** Returns places that keep the contract; undefined for anything else. */
export const quickPlaces = (value: unknown): ShippingPlace[] | undefined =>
  Array.isArray(value) &&
  value.every(
    (each) =>
      isRecord(each) &&
      isText(each.place, 200) &&
      isNaira(each.amount) &&
      (each.state == null || isText(each.state, 60)) &&
      (each.areas == null ||
        (Array.isArray(each.areas) && each.areas.every((area) => isText(area, 60)))) &&
      (each.onDelivery === undefined || isNaira(each.onDelivery)) &&
      (each.deposit === undefined || typeof each.deposit === 'boolean'),
  )
    ? value
    : undefined;

/** The places that this tab has fetched within the last minute. Product page and checkout share them. */
export const keptPlaces = createTabCache('turare:shipping-places', quickPlaces);
