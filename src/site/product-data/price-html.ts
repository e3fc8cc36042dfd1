/** A price, for markup and for scripts: the content of an element of the class `price`. */
import { html } from '#site/html.ts';

/** Renders a price. `was` is the price before the discount, if there is one. */
export const priceHtml = (now: string, was?: string | null) =>
  html`<span class="price-now">${now}</span>${was && html` <s class="price-was"><span class="visually-hidden">instead of </span><span>${was}</span></s>`}`;

/** Renders the badge of a discount ('-15%'); nothing without one. */
export const badgeHtml = (badge: string | null) =>
  html`${badge && html`<span class="badge">${badge}</span>`}`;
