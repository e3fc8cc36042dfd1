/**
 * The search field of every page. Suggestions load when a shopper reaches for the field. Until then, and without them,
 * the form still searches.
 */
import { wakeSearch } from './wake.ts';

const field = document.querySelector<HTMLInputElement>('.search input');
const place = document.querySelector('.search > div');
let reached = false;

async function reach(): Promise<void> {
  if (reached || !place) return;
  reached = true;
  try {
    // The first question does not wait for React.
    await Promise.all([import('./search-field.ts'), wakeSearch(place)]);
  } catch {
    // The next touch tries again.
    reached = false;
  }
}

if (field) {
  for (const event of ['focus', 'pointerenter', 'input']) field.addEventListener(event, reach);
  // The clear button hides itself and would take the focus with it.
  field.form?.addEventListener('reset', () => field.focus());
  // The shopper was here before this script.
  if (document.activeElement === field) void reach();
}
