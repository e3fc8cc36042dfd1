import { delegate } from '#site/lazy/delegate.ts';
import { loadModule, loud } from '#site/lazy/load-module.ts';
import { panels } from '#site/lazy/modules.ts';
import { productIn } from '#site/product-data/product-data.ts';
import { $panel, closePanel, openPanel } from './panel-store.ts';

const panel = (id: string | null | undefined) =>
  document.querySelector<HTMLDialogElement>(`dialog[id="${id}"]`);

$panel.subscribe((id) => {
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[data-panel][open]')) {
    if (open.id !== id) open.close();
  }
  const dialog = panel(id);
  if (!dialog || dialog.open) return;
  dialog.showModal();
  const row = panels[dialog.id];
  if (row) loadModule(row).catch(loud);
});

// `close` does not bubble. Escape and the back gesture also end with it. The browser returns the focus.
document.addEventListener(
  'close',
  ({ target }) => {
    if (target instanceof Element && target.id === $panel.get()) closePanel();
  },
  true,
);

/** Tells a panel about one product which product that is, and shows its name, before anything has loaded. */
function nameProduct(dialog: HTMLElement, json: string): void {
  dialog.dataset.product = json;
  const title = dialog.querySelector('[data-product-name]');
  if (title) title.textContent = productIn(dialog)?.name ?? '';
}

delegate('click', '[data-open]', (button) => {
  const dialog = panel(button.dataset.open);
  if (!dialog) return;
  const json = button.closest<HTMLElement>('[data-product]')?.dataset.product;
  if (json) nameProduct(dialog, json);
  // A menu that closes by itself would take the focus with it.
  button.closest<HTMLElement>('[popover]')?.hidePopover();
  openPanel(dialog.id);
});
delegate('click', '[data-close]', closePanel);
delegate('click', 'dialog[data-panel]', (dialog, { target }) => {
  // The contents fill the dialog, so a click on the dialog itself is a click on its backdrop.
  if (target === dialog) closePanel();
});

// The islands of form pages load without a click. The page is unusable without them.
document.addEventListener('astro:hydration-error', loud);
