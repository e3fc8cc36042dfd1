/**
 * The search field of every page. Suggestions load when a shopper reaches for the field. Until then, and without them,
 * the form still searches.
 */
import { table } from '#site/waking/table.ts';
import { quiet, wake } from '#site/waking/wake.ts';

const field = document.querySelector<HTMLInputElement>('.search input');
const reach = () => wake(table.search).catch(quiet);

if (field) {
  for (const type of ['focus', 'pointerenter', 'input']) field.addEventListener(type, reach);
  // The clear button hides itself and would take the focus with it.
  field.form?.addEventListener('reset', () => field.focus());
  // The shopper was here before this script.
  if (document.activeElement === field) reach();
}
