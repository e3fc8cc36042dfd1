import type { ComponentType } from 'react';
import { readProductData } from '#site/product-data/product-data.ts';
import islandStyles from '#site/styles/islands.css?url';
import { NOT_LOADED, toast } from '#site/toasts/toasts-store.ts';
import { fetchStyles } from '#site/waking/fetch-styles.ts';
import { $panel, closePanel, openPanel } from './panel-store.ts';

const panel = (id: string | null | undefined) => {
  const element = id ? document.getElementById(id) : null;
  return element instanceof HTMLDialogElement ? element : null;
};

type Contents = () => Promise<{ default: ComponentType }>;

/** Draws an island in the place of a panel's contents, and brings React for it. */
export async function draw(
  place: Element,
  contents: Contents,
  styles = islandStyles,
): Promise<void> {
  const [{ mount }, { default: Contents }] = await Promise.all([
    import('#site/waking/mount.tsx'),
    contents(),
    fetchStyles(styles),
  ]);
  mount(place, Contents);
}

/** What fills the panels, by the id of the dialog. */
const FILL: Record<string, (place: Element) => Promise<unknown>> = {
  'cart-panel': (place) => draw(place, () => import('#site/cart/CartDrawer.tsx')),
  'wishlist-panel': (place) => draw(place, () => import('#site/wishlist/WishlistDrawer.tsx')),
  'reviews-panel': (place) => draw(place, () => import('#site/reviews/Reviews.tsx')),
  'quick-view': async () => (await import('#site/quick-view/quick-view.ts')).fillQuickView(),
};
/** The panels that are filled, or about to be. */
const reached = new Set<string>();

/** Fetches what fills a panel the first time that a shopper reaches for it. */
async function reach(dialog: HTMLDialogElement | null): Promise<void> {
  const place = dialog?.querySelector('[data-contents]');
  const fill = dialog && FILL[dialog.id];
  if (!place || !fill || reached.has(dialog.id)) return;
  reached.add(dialog.id);
  try {
    await fill(place);
  } catch {
    // The next touch tries again.
    reached.delete(dialog.id);
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

const opener = ({ target }: Event) =>
  target instanceof Element ? target.closest<HTMLElement>('[data-open]') : null;

/** A panel about one product: which one, and its name, before anything has been fetched. */
function nameProduct(dialog: HTMLDialogElement, json: string): void {
  dialog.dataset.product = json;
  const title = dialog.querySelector('[data-product-name]');
  if (title) title.textContent = readProductData(json)?.name ?? '';
}

document.addEventListener('click', (event) => {
  const button = opener(event);
  const dialog = panel(button?.dataset.open);
  if (button && dialog) {
    const json = button.closest<HTMLElement>('[data-product]')?.dataset.product;
    if (json) nameProduct(dialog, json);
    // A menu that closes by itself would take the focus with it.
    button.closest<HTMLElement>('[popover]')?.hidePopover();
    openPanel(dialog.id);
  }
  const { target } = event;
  if (!(target instanceof Element)) return;
  // A panel fills its dialog, so what hits the dialog itself is its backdrop.
  if (target.closest('[data-close]') || target.matches('dialog[data-panel]')) closePanel();
});

// The script of a panel is on its way by the time the finger lifts.
for (const sign of ['pointerover', 'pointerdown', 'focusin']) {
  document.addEventListener(sign, (event) => {
    if (sign !== 'pointerover' || (event as PointerEvent).pointerType === 'mouse') {
      void reach(panel(opener(event)?.dataset.open));
    }
  });
}

// The same for the islands of a form's page.
document.addEventListener('astro:hydration-error', () => toast(NOT_LOADED));
