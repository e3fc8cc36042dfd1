import { isRecord } from '#contract/reading/record.ts';
import { ALERT_CONSENT } from '#domain/products/stock-alert.ts';
import { ask } from '#site/client/ask.ts';
import type { CallFailure } from '#site/client/errors.ts';
import type { Reading } from '#site/client/reading.ts';
import { reason, remedy } from '#site/client/reason.ts';
import { type Html, html, show } from '#site/html.ts';
import { fetchStyles } from '#site/lazy/load-module.ts';
import { productIn } from '#site/product-data/product-data.ts';
import { readJson } from '#site/storage/json.ts';
import { tab } from '#site/storage/tab.ts';
import styles from './form.css?url';
import { TEXTS } from './texts.ts';

/** sessionStorage: the products with a request from this tab. The email address is not stored. */
const KEY = 'turare:stock-alerts';

function read(): string[] {
  const kept = readJson(tab.get(KEY));
  return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string') : [];
}

/** Whether this tab has requested an alert for a product. */
export const wasAsked = (id: string): boolean => read().includes(id);

/** Records the request. Where storage is blocked, the form is shown again. */
export function keepAsked(id: string): void {
  tab.set(KEY, JSON.stringify([...read().filter((kept) => kept !== id), id]));
}

/** Fills 'Tell me when it is back' on the page of a sold-out product. */

const STATE: Reading<string> = {
  quick: (answer) =>
    isRecord(answer) && typeof answer.state === 'string' ? answer.state : undefined,
  // Only backends with our extension answer.
  full: async () => (await import('./read-state.ts')).readState,
};

const FORM = html`<form novalidate>
<div class="field"><label for="stock-alert-email">Email</label>
<input class="input" id="stock-alert-email" type="email" inputmode="email" autocomplete="email" autocapitalize="none"
spellcheck="false" enterkeyhint="send" maxlength="254" aria-describedby="stock-alert-note">
<p class="field-hint" id="stock-alert-note">${ALERT_CONSENT}</p></div>
<button class="button">${TEXTS.press}</button></form>`;

/** Without the style sheet the form is plain, and works. */
const styled = fetchStyles(styles).catch(() => undefined);

/** Shows the form in an opened `<details>`, or says that it was already sent from here. */
export async function handle(details: Element): Promise<void> {
  await styled;
  const body = details.querySelector('div');
  const place = details.closest<HTMLElement>('[data-product]');
  const product = productIn(place);
  if (!body || !product || !details.matches('[open]') || body.querySelector('form')) return;
  const showForm = () => {
    show(body, FORM);
    listen(body, product.id, () => details.querySelector('summary')?.focus());
  };
  if (!wasAsked(product.id)) {
    showForm();
    return;
  }
  show(
    body,
    html`<p>${TEXTS.before}</p><button type="button" class="link">${TEXTS.again}</button>`,
  );
  body.querySelector('button')?.addEventListener('click', () => {
    showForm();
    body.querySelector('input')?.focus();
  });
}

/** Sends the form in `body`, and shows the result there. `leave` takes the focus from a form that disappears. */
function listen(body: Element, productId: string, leave: () => void): void {
  const form = body.querySelector('form') as HTMLFormElement;
  const [input, button] = form.elements as unknown as [HTMLInputElement, HTMLButtonElement];
  const note = form.querySelector('p') as HTMLElement;
  const say = (text: string, more?: Html) => {
    show(body, html`<p>${text}</p>${more}`);
    leave();
  };
  const refuse = (text: string, wrong: boolean) => {
    note.className = 'field-error';
    note.textContent = text;
    input.ariaInvalid = wrong ? 'true' : null;
    if (wrong) input.focus();
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.ariaDisabled) return;
    const email = input.value.trim();
    if (!email || !input.validity.valid) return refuse(TEXTS.invalid, true);
    button.ariaDisabled = 'true';
    button.textContent = TEXTS.pending;
    const {
      body: state,
      failure,
      refusal,
    } = await ask('/api/stock-alert', STATE, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ productId, email }),
    });
    button.ariaDisabled = null;
    button.textContent = TEXTS.press;
    if (state === 'available') {
      const link = html`<a class="link" href="${location.pathname}">${TEXTS.reload}</a>`;
      return say(TEXTS.available, link);
    }
    if (state !== undefined) {
      keepAsked(productId);
      return say(TEXTS.asked(email));
    }
    if (failure === 404) return say(TEXTS.gone);
    if (failure === 400) return refuse(TEXTS.invalid, true);
    refuse(await inWords(failure, refusal), false);
  });
}

/** Returns why it was not sent. A refusal for too many tries says how long to wait. */
async function inWords(failure: CallFailure | undefined, refusal?: Response): Promise<string> {
  const said = failure === 429 ? readJson(await refusal?.text().catch(() => '')) : undefined;
  if (isRecord(said) && typeof said.message === 'string') return said.message;
  const kind = failure ?? 'PARSING_ERROR';
  return `${reason(kind)} ${remedy(kind)}`;
}
