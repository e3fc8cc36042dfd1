import { inlineCall } from '#site/frame/inline-script.ts';
import { CART_KEY, DRAFT_KEY, DRAFT_OWNER_KEY, SESSION_KEY } from '#site/storage/keys.ts';

/** Runs in the head: an empty cart shows its words at the first paint, and not a form that leaves with hydration. */
export const markCart = inlineCall((key: string) => {
  let filled = false;
  try {
    filled = JSON.parse(localStorage[key]).items.length > 0;
  } catch {
    // No cart.
  }
  document.documentElement.classList.toggle('cart-empty', !filled);
}, CART_KEY);

/**
 * Runs after the form: what was typed before is in the fields before anyone can reach for them. A draft that arrived with
 * hydration would land in the field that the shopper has just begun to fill. The lists of city and place are not there
 * yet, so these follow. A draft of another customer stays out (draft-store.ts drops it). A customer's first draft has
 * her name and email. What she empties stays empty: the form keeps what it finds, and the draft is then hers.
 */
export const fillDraft = inlineCall(
  (keys: { owner: string; session: string; draft: string }) => {
    try {
      const { [keys.owner]: owner, [keys.session]: session, [keys.draft]: kept } = localStorage;
      const user = session && JSON.parse(session).user;
      const draft = kept && !(owner && user && user.id !== owner) ? JSON.parse(kept) : {};
      const known = user && user.id !== owner ? user : {};
      const fields = document.querySelectorAll<HTMLInputElement>('main form [name]');
      for (const field of fields) {
        const { name } = field;
        const text = draft[name] || (/^(fullName|email)$/.test(name) && known[name]);
        if (!field.disabled && !field.value && typeof text === 'string') field.value = text;
      }
    } catch {
      // Nothing was kept.
    }
  },
  { owner: DRAFT_OWNER_KEY, session: SESSION_KEY, draft: DRAFT_KEY },
);
