/**
 * A price as HTML, for markup and for scripts: what stands in an element of the class `price`. The texts are made from
 * numbers, so nothing needs escaping. Every page loads this file, so it only joins texts.
 */

/** `was` is the price before the discount, if there is one. */
export const priceHtml = (now: string, was?: string | null): string =>
  `<span class="price-now">${now}</span>${was ? ` <s class="price-was"><span class="visually-hidden">instead of </span><span>${was}</span></s>` : ''}`;

/** The badge of a discount ('-15%'); '' without one. */
export const badgeHtml = (badge: string | null): string =>
  badge ? `<span class="badge">${badge}</span>` : '';
