/**
 * The search field of every page. What suggests products comes when a shopper reaches for the field; until then, and
 * without it, the form searches by itself.
 */
import styles from './search.css?url';

const field = document.querySelector<HTMLInputElement>('.search input');
let reached = false;

async function reach(): Promise<void> {
  if (!field || reached) return;
  reached = true;
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles });
  const styled = new Promise((resolve, reject) =>
    Object.assign(link, { onload: resolve, onerror: reject }),
  );
  document.head.append(link);
  try {
    const [{ suggestUnder }] = await Promise.all([import('./search-box.ts'), styled]);
    suggestUnder(field);
  } catch {
    // No connection: the form searches all the same, and the next touch tries again.
    link.remove();
    reached = false;
  }
}

if (field) {
  for (const sign of ['focus', 'pointerenter', 'input']) field.addEventListener(sign, reach);
  // The clear button goes away with the text, the focus must not.
  field.form?.addEventListener('reset', () => field.focus());
  // Reached before this script had come.
  if (document.activeElement === field) void reach();
}
