import { $panel, closePanel, openPanel } from '../stores/panels.ts';
import { toast } from '../stores/toasts.ts';

const panel = (id: string | null | undefined) => {
  const element = id ? document.getElementById(id) : null;
  return element instanceof HTMLDialogElement ? element : null;
};

/** Fetches the islands of a panel. */
function reach(dialog: HTMLDialogElement | null): void {
  for (const island of dialog?.querySelectorAll('astro-island[client="reach"]') ?? []) {
    island.dispatchEvent(new Event('reach'));
  }
}

$panel.subscribe((id) => {
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[data-panel][open]')) {
    if (open.id !== id) open.close();
  }
  const dialog = panel(id);
  if (!dialog || dialog.open) return;
  dialog.showModal();
  reach(dialog);
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
      reach(panel(opener(event)));
    }
  });
}

document.addEventListener('astro:hydration-error', () => {
  toast({
    title: 'Connection problem',
    text: 'A part of this page could not be loaded. Check your connection and try again.',
    tone: 'bad',
  });
});
