import { lagosFrom, lagosUntil } from '#domain/lagos-date.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import type { Offer } from './offer.ts';
import type { Promotion } from './promotion.ts';
import type { CodeRefusal } from './refusals.ts';

const money = (kobo: number) => formatNaira(toNaira(kobo));
const list = (names: readonly string[]) => names.join(', ');
const until = (ms: number | null) => lagosUntil(new Date(ms ?? 0).toISOString());
const from = (ms: number | null) => lagosFrom(new Date(ms ?? 0).toISOString());

/** Returns the discount: '10% off', 'free delivery in Lagos', '1 free with every 2'. */
export function takesWords({ takes }: Pick<Promotion, 'takes'>): string {
  switch (takes.kind) {
    case 'per_cent':
      return `${takes.perCent}% off`;
    case 'naira':
      return `${money(takes.kobo)} off`;
    case 'delivery':
      return takes.states.length > 0 ? `free delivery in ${list(takes.states)}` : 'free delivery';
    case 'units':
      return `${takes.get} free with every ${takes.buy}`;
  }
}

/** Returns the products in its scope: ' of Amouage'; '' if it is for all. */
export function scopeWords({ scope }: Pick<Promotion, 'scope'>): string {
  if (scope.of === 'all') return '';
  if (scope.of === 'bottles') return ' of the fragrance of your sample';
  return scope.of === 'products' ? ' of a selection' : ` of ${list(scope.names)}`;
}

/** Returns the discount with its products: '10% off Amouage', '1 free with every 2 of Amouage'. */
export const offerWords = (promotion: Pick<Promotion, 'takes' | 'scope'>): string =>
  `${takesWords(promotion)}${scopeWords(promotion)}`.replace('off of', 'off');

/** Returns the effect of a sample's code: '₦4,500 off Oud Wood, until December 27, 2026'. Naira. */
export const sampleCodeWords = (code: { discount: number; name: string; endsAt: string }): string =>
  `${formatNaira(code.discount)} off ${code.name}, until ${lagosUntil(code.endsAt)}`;

/** Says what is missing for a promotion, and its discount then. `replaced` is what counts until then. Kobo. */
export const missingWords = (
  promotion: Promotion,
  gain: { kobo: number; off: number; isLess: boolean; replaced: Promotion | undefined },
): string =>
  `${[
    `Add ${money(gain.kobo)} more${scopeWords(promotion)} for`,
    gain.isLess ? `${money(gain.off)} off` : takesWords(promotion),
    ...(gain.replaced ? ['instead of', offerWords(gain.replaced)] : []),
  ].join(' ')}${promotion.firstOrder ? ', if this is your first order' : ''}.`;

/** Says that only the order decides whether this offer counts: a quote does not know whose order it will be. */
export const firstOrderWords = ({ label }: Promotion): string =>
  `'${label}' counts if this is your first order.`;

/** Says why a typed code that may count is not used. `better` is what counts in its place. */
export const unusedWords = (
  { code, promotion, creditKobo }: Pick<Offer, 'code' | 'promotion' | 'creditKobo'>,
  better: Promotion | undefined,
): string =>
  creditKobo === undefined
    ? `The code ${code} is not used: '${better?.label}' takes off as much or more.`
    : `The code ${code} is not used: nothing is left to pay for its bottle. It stays valid until ${until(promotion.endsAt)}.`;

const NOT_FIRST =
  'for a first order only. There is an order with your account, email address or phone number already.';

/** Says why an automatic offer takes nothing off an order of this customer. */
export const usedWords = (
  { label }: Promotion,
  reason: 'used_by_customer' | 'not_first',
): string =>
  reason === 'not_first'
    ? `'${label}' is ${NOT_FIRST}`
    : `You have used '${label}' before, and it counts no more for you.`;

/** Says why a code takes nothing off, in a shopper's words. `missingKobo` is what she can add so that it counts. */
export function refusalWords(
  reason: CodeRefusal,
  code: string,
  promotion: Promotion | null,
  missingKobo = 0,
): string {
  if (reason === 'unknown' || !promotion) {
    return `We do not know the code ${code}. Check its spelling.`;
  }
  const scope = scopeWords(promotion);
  switch (reason) {
    case 'of_another':
      return `The code ${code} belongs to another customer. If it is yours, use the email address of the order that it came with.`;
    case 'not_begun':
      return `The code ${code} counts from ${from(promotion.beginsAt)}.`;
    case 'ended':
      return `The code ${code} has ended.`;
    case 'used_up':
      return `The code ${code} has been used as often as it can be.`;
    case 'used_by_customer':
      return `You have used the code ${code} before, and it counts no more for you.`;
    case 'not_first':
      return `The code ${code} is ${NOT_FIRST}`;
    case 'below_amount':
      return `The code ${code} is for orders from ${money(promotion.fromKobo)}${scope}.${missingKobo > 0 ? ` Add ${money(missingKobo)} more.` : ''}`;
    case 'not_for_these':
      return `The code ${code} takes nothing off this order. It is for ${forWords(promotion)}.`;
  }
}

/** Returns what must be in the cart: '3 units of Amouage', 'products of Amouage whose price is not lower already'. */
function forWords(promotion: Promotion): string {
  const { takes, addsUp } = promotion;
  const scope = scopeWords(promotion);
  if (takes.kind === 'delivery' && scope === '')
    return takes.states.length > 0 ? `delivery in ${list(takes.states)}` : 'a delivery';
  const one = promotion.scope.of === 'bottles' ? 'bottles' : 'products';
  const goods = takes.kind === 'units' ? `${takes.buy + 1} units` : one;
  return `${goods}${scope}${addsUp ? '' : ' whose price is not lower already'}`;
}
