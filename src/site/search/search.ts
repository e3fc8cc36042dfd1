/**
 * The search field of every page. Suggestions load when a shopper touches the field. Until then, and without them, the
 * form still searches.
 */

import { loadModule, quiet } from '#site/lazy/load-module.ts';
import { modules } from '#site/lazy/modules.ts';

const field = document.querySelector<HTMLInputElement>('.search input');
const reach = () => loadModule(modules.search).catch(quiet);

if (field) {
  for (const type of ['focus', 'pointerenter', 'input']) field.addEventListener(type, reach);
  // The clear button hides itself and would take the focus with it.
  field.form?.addEventListener('reset', () => field.focus());
  // The shopper was here before this script.
  if (document.activeElement === field) reach();
}
