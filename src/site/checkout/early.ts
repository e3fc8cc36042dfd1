import { CART_KEY, SESSION_KEY } from '#site/storage/keys.ts';
import { DRAFT_KEY, DRAFT_OWNER_KEY } from '#site/storage/late-keys.ts';

/** Runs in the head: an empty cart shows its words at the first paint, and not a form that leaves with hydration. */
export const markCart =
  `try{JSON.parse(localStorage['${CART_KEY}']).items.length||mark.add('cart-empty')}` +
  `catch{mark.add('cart-empty')}`;

/**
 * Runs after the form: what was typed before is in the fields before anyone can reach for them. A draft that arrived with
 * hydration would land in the field that the shopper has just begun to fill. The lists of city and place are not there
 * yet, so these follow. A draft of another customer stays out (draft-store.ts drops it).
 */
export const fillDraft =
  `try{var owner=localStorage['${DRAFT_OWNER_KEY}'],now=localStorage['${SESSION_KEY}'];` +
  `if(!owner||!now||JSON.parse(now).user.id===owner){var draft=JSON.parse(localStorage['${DRAFT_KEY}']);` +
  `for(var field of document.querySelectorAll('main form [name]')){var kept=draft[field.name];` +
  `if(!field.disabled&&!field.value&&typeof kept=='string')field.value=kept}}}catch{}`;
