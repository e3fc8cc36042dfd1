import { $panel } from '#site/panels/panel-store.ts';
import {
  $toasts,
  dismissToast,
  keepUnreadToasts,
  NOT_LOADED,
  showKeptToasts,
  type Toast,
  toast,
  UNDO_FOR,
} from './toasts-store.ts';

/** Ms; what went wrong takes longer to read. */
const SHOWN_FOR = { good: 5000, bad: 9000 };

const region = document.getElementById('toasts');
const list = region?.querySelector('ol');
const template = region?.querySelector('template');
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let paused = false;

function countDown(shown: Toast): void {
  const time = shown.undo ? UNDO_FOR : SHOWN_FOR[shown.tone ?? 'good'];
  timers.set(
    shown.id,
    setTimeout(() => dismissToast(shown.id), time),
  );
}

function pause(stop: boolean): void {
  paused = stop;
  for (const timer of timers.values()) clearTimeout(timer);
  timers.clear();
  if (!stop) $toasts.get().forEach(countDown);
}

function draw(shown: Toast): Element | undefined {
  const item = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  if (!item) return undefined;
  item.dataset.toast = String(shown.id);
  if (shown.tone) item.dataset.tone = shown.tone;
  const [title, text] = item.querySelectorAll('p');
  if (title) title.textContent = shown.title;
  if (text) text.textContent = shown.text;
  const [takeBack, dismiss] = item.querySelectorAll('button');
  if (takeBack && shown.undo) {
    takeBack.hidden = false;
    takeBack.addEventListener('click', () => takeItBack(shown));
    // So that it is there when it is pressed; if it does not come now, it is asked for again then.
    import('./undo.ts').catch(() => {});
  }
  dismiss?.addEventListener('click', () => dismissToast(shown.id));
  return item;
}

async function takeItBack(shown: Toast): Promise<void> {
  try {
    (await import('./undo.ts')).undo(shown.undo);
    dismissToast(shown.id);
  } catch {
    toast(NOT_LOADED);
  }
}

/** Where the keyboard was before it came to the toasts. */
let before: Element | null = null;

/** A toast has gone with the focus in it: back to where that was, once what it changed has been drawn. */
function refocus(): void {
  setTimeout(() => {
    const host = document.querySelector('dialog:modal') ?? document;
    const place = before?.isConnected ? before : host.querySelector('[data-focus-fallback], main');
    (place as HTMLElement | null)?.focus();
  });
}

/**
 * An open modal makes everything outside it inert, toasts too: they move into it, and as a popover
 * they lie above it.
 */
function raise(): void {
  if (!region) return;
  const host = document.querySelector('dialog:modal') ?? document.body;
  if (region.parentElement !== host) host.append(region);
  else if (region.matches(':popover-open')) return;
  region.showPopover?.();
}

if (region && list) {
  $panel.subscribe(raise);
  document.addEventListener('close', raise, true);
  $toasts.subscribe((toasts) => {
    for (const item of [...list.children]) {
      const id = Number((item as HTMLElement).dataset.toast);
      if (toasts.some((shown) => shown.id === id)) continue;
      if (item.contains(document.activeElement)) refocus();
      item.remove();
      clearTimeout(timers.get(id));
      timers.delete(id);
    }
    if (toasts.length > 0) raise();
    for (const shown of toasts) {
      if (list.querySelector(`[data-toast="${shown.id}"]`)) continue;
      const item = draw(shown);
      if (item) list.append(item);
      if (!paused) countDown(shown);
    }
  });
  // A task later: while the focus moves it is nowhere, and what goes leaves the pointer behind without a word.
  const hold = () => setTimeout(() => pause(region.matches(':hover, :focus-within')));
  for (const sign of ['pointerenter', 'pointerleave', 'focusin', 'focusout', 'click']) {
    region.addEventListener(sign, hold);
  }
  region.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !region.contains(relatedTarget)) before = relatedTarget;
  });
}
document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  // In a field the keys take back what was typed.
  if (target instanceof Element && target.matches('input, select, textarea')) return;
  const last = $toasts.get().findLast((shown) => shown.undo);
  if (last) void takeItBack(last);
});
showKeptToasts();
// Not `unload`, which would cost the back/forward cache.
window.addEventListener('pagehide', keepUnreadToasts);
