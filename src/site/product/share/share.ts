/** Makes the buttons of a share menu work. The links work without this script. */
import { html, show } from '#site/html.ts';
import { type ToastText, toast } from '#site/toasts/toasts-store.ts';

const COPIED: ToastText = { title: 'Link Copied!', text: 'Product link copied to clipboard.' };
/** Instagram accepts no links from other pages, so the text is copied (spec §2, §8). */
const COPIED_FOR_INSTAGRAM: ToastText = {
  ...COPIED,
  text: `${COPIED.text} You can now share it on Instagram.`,
};

/** Shows a text for copying by hand if the browser refuses the clipboard (plain http, a setting). */
function offer(menu: HTMLElement, text: string): void {
  menu.querySelector('.share-text')?.remove();
  const hint = 'This browser does not let us copy. Copy the text from here:';
  const label = html`<label class="share-text field-hint">${hint}<textarea class="input" readonly rows="3">${text}</textarea></label>`;
  show(menu, label, 'beforeend');
  const field = menu.querySelector('textarea');
  field?.focus();
  field?.select();
}

async function copy(menu: HTMLElement, text: string, said: ToastText): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    offer(menu, text);
    return;
  }
  toast(said);
  close(menu);
}

/** Closes a menu. The focus returns to the button that opened it. */
function close(menu: HTMLElement): void {
  const inside = menu.contains(document.activeElement);
  menu.removeAttribute('open');
  if (inside) menu.querySelector('summary')?.focus();
}

async function act(menu: HTMLElement, name: string): Promise<void> {
  const { share: url = '', text = '' } = menu.dataset;
  if (name === 'copy') return copy(menu, url, COPIED);
  if (name === 'instagram') return copy(menu, `${text}\n${url}`, COPIED_FOR_INSTAGRAM);
  try {
    await navigator.share({ title: document.title, text, url });
    close(menu);
  } catch (error) {
    // AbortError: the shopper closed the device's share dialog.
    if (!(error instanceof DOMException && error.name === 'AbortError'))
      offer(menu, `${text}\n${url}`);
  }
}

const wired = new WeakSet<HTMLElement>();

/** Shows the buttons of an opened menu and makes them work. */
export function handle(menu: HTMLElement): void {
  // A closing menu has the same event.
  if (wired.has(menu)) return;
  wired.add(menu);
  for (const button of menu.querySelectorAll('button')) {
    button.hidden = button.value === 'native' && !('share' in navigator);
    button.addEventListener('click', () => void act(menu, button.value));
  }
  for (const link of menu.querySelectorAll('a')) link.addEventListener('click', () => close(menu));
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !menu.contains(target)) menu.removeAttribute('open');
  });
  menu.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') close(menu);
  });
}
