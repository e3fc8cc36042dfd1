import type { Database } from '#backend/db/connect.ts';
import type { HashKey } from '#backend/on-delivery/phone-hash.ts';
import { atDoor, nobody } from '#backend/on-delivery/provider.ts';
import { doorRules, NOTHING_RULES } from '#backend/on-delivery/rules.ts';
import type { WayRules } from '#backend/orders/placing/way-rules.ts';
import { ownBank } from '#backend/own-bank/provider.ts';
import { BANK_RULES } from '#backend/own-bank/rules.ts';
import type { Providers } from '#backend/payment-provider/providers.ts';
import type { WayId } from '#domain/payments/ways.ts';

const OF_PROVIDER: WayRules = { minutes: ({ RESERVATION_MINUTES }) => RESERVATION_MINUTES };

/** Returns the rules of each way to pay. @param keys - hash the phone numbers of those who refused an order. */
export const wayRules = (keys: readonly HashKey[]): Readonly<Record<WayId, WayRules>> => ({
  paystack: OF_PROVIDER,
  transfer: OF_PROVIDER,
  flutterwave: OF_PROVIDER,
  bank: BANK_RULES,
  delivery: doorRules(keys),
  nothing: NOTHING_RULES,
});

/** Returns the providers of a shop with those for which staff speak: it may have offered their ways at any time. */
export const withOwn = (providers: Providers, db: Database): Providers => [
  ...providers,
  ownBank(db),
  atDoor(db),
  nobody,
];
