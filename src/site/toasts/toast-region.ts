import { loadModule, loud, quiet } from '#site/lazy/load-module.ts';
import { modules } from '#site/lazy/modules.ts';
import { $panel } from '#site/panels/panel-store.ts';
import { whenShown } from '#site/speculation/shown.ts';
import { startTimer, stopTimer } from './timers.ts';
import {
  $toasts,
  dismissToast,
  keepUnreadToasts,
  showKeptToasts,
  type Toast,
} from './toasts-store.ts';

const region = document.getElementById('toasts');
const list = region?.querySelector('ol');
const template = region?.querySelector('template');
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
    takeBack.addEventListener('click', () =>
      loadModule(modules.toasts).then(({ takeBack }) => takeBack(shown), loud),
    );
  }
  // Loaded now, so that 'Undo' and its key work at once.
  loadModule(modules.toasts).catch(quiet);
  dismiss?.addEventListener('click', () => dismissToast(shown.id));
  return item;
}

/** The element that had the focus before it moved into the toasts. */
let before: Element | null = null;

/** Returns the focus after its toast has closed, once the page shows what 'Undo' changed. */
function refocus(): void {
  setTimeout(() => {
    const host = document.querySelector('dialog:modal') ?? document;
    const place = before?.isConnected ? before : host.querySelector('[data-focus-fallback], main');
    (place as HTMLElement | null)?.focus();
  });
}

/**
 * Moves the toasts into an open modal dialog, which makes everything outside it inert. As a popover they are above it.
 * A drawer has a place for them between its lines and its total, where they cover nothing.
 */
function raise(): void {
  if (!region) return;
  const dialog = document.querySelector('dialog:modal');
  const place = dialog?.querySelector('[data-toasts]');
  const host = place ?? dialog ?? document.body;
  if (region.parentElement !== host) host.append(region);
  else if (region.matches(':popover-open')) return;
  if (!place) region.showPopover?.();
}

if (region && list) {
  $panel.listen(raise);
  // Screen readers announce only a region that existed before its first toast. Now it would cost the first paint time.
  (window.requestIdleCallback ?? setTimeout)(raise);
  document.addEventListener('close', raise, true);
  $toasts.subscribe((toasts) => {
    for (const item of [...list.children]) {
      const id = Number((item as HTMLElement).dataset.toast);
      if (toasts.some((shown) => shown.id === id)) continue;
      if (item.contains(document.activeElement)) refocus();
      item.remove();
      stopTimer(id);
    }
    if (toasts.length > 0) raise();
    for (const shown of toasts) {
      if (list.querySelector(`[data-toast="${shown.id}"]`)) continue;
      const item = draw(shown);
      if (item) list.append(item);
      startTimer(shown);
    }
  });
  region.addEventListener('focusin', ({ relatedTarget }) => {
    if (relatedTarget instanceof Element && !region.contains(relatedTarget)) before = relatedTarget;
  });
}
whenShown(showKeptToasts);
// Not `unload`, which would cost the back/forward cache.
window.addEventListener('pagehide', keepUnreadToasts);
