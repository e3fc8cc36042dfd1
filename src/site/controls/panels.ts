import type { ComponentType } from 'react';
import { $panel, closePanel, openPanel } from '../stores/panels.ts';
import { NOT_LOADED, toast } from '../stores/toasts.ts';
import islandStyles from '../styles/islands.css?url';

const panel = (id: string | null | undefined) => {
  const element = id ? document.getElementById(id) : null;
  return element instanceof HTMLDialogElement ? element : null;
};

/** What fills the panels, by the id of the dialog. */
const CONTENTS: Record<string, () => Promise<{ default: ComponentType }>> = {
  'cart-panel': () => import('../islands/CartDrawer.tsx'),
};
/** The panels that are filled, or about to be. */
const reached = new Set<string>();

/** The islands' style sheet, once; it is there when this resolves. */
function fetchStyles(): Promise<unknown> {
  styles ??= new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), {
      rel: 'stylesheet',
      href: islandStyles,
      onload: resolve,
      onerror: reject,
    });
    document.head.append(link);
  });
  return styles;
}
let styles: Promise<unknown> | undefined;

/** Fetches what fills a panel, and React with it, the first time that a shopper reaches for it. */
async function reach(dialog: HTMLDialogElement | null): Promise<void> {
  const place = dialog?.querySelector('[data-contents]');
  const contents = dialog && CONTENTS[dialog.id];
  if (!place || !contents || reached.has(dialog.id)) return;
  reached.add(dialog.id);
  try {
    const [{ mount }, { default: Contents }] = await Promise.all([
      import('../islands/mount.tsx'),
      contents(),
      fetchStyles(),
    ]);
    mount(place, Contents);
  } catch {
    // The next touch tries again.
    reached.delete(dialog.id);
    styles = undefined;
    toast(NOT_LOADED);
  }
}

$panel.subscribe((id) => {
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[data-panel][open]')) {
    if (open.id !== id) open.close();
  }
  const dialog = panel(id);
  if (!dialog || dialog.open) return;
  dialog.showModal();
  void reach(dialog);
});

// `close` does not bubble; Escape and the back gesture end in it as well. The browser returns the focus.
document.addEventListener(
  'close',
  ({ target }) => {
    if (target instanceof Element && target.id === $panel.get()) closePanel();
  },
  true,
);

const opener = (event: Event) =>
  event.target instanceof Element
    ? event.target.closest<HTMLElement>('[data-open]')?.dataset.open
    : undefined;

document.addEventListener('click', (event) => {
  const id = opener(event);
  if (id) openPanel(id);
  const { target } = event;
  if (!(target instanceof Element)) return;
  // A panel fills its dialog, so what hits the dialog itself is its backdrop.
  if (target.closest('[data-close]') || target.matches('dialog[data-panel]')) closePanel();
});

// The script of a panel is on its way by the time the finger lifts.
for (const sign of ['pointerover', 'pointerdown', 'focusin']) {
  document.addEventListener(sign, (event) => {
    if (sign !== 'pointerover' || (event as PointerEvent).pointerType === 'mouse') {
      void reach(panel(opener(event)));
    }
  });
}

// The same for the islands of a form's page.
document.addEventListener('astro:hydration-error', () => toast(NOT_LOADED));
