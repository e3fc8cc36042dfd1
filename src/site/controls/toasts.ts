import { $panel } from '../stores/panels.ts';
import {
  $toasts,
  dismissToast,
  keepUnreadToasts,
  showKeptToasts,
  type Toast,
} from '../stores/toasts.ts';

/** Ms; what went wrong takes longer to read. */
const SHOWN_FOR = { good: 5000, bad: 9000 };

const region = document.getElementById('toasts');
const list = region?.querySelector('ol');
const template = region?.querySelector('template');
const timers = new Map<number, ReturnType<typeof setTimeout>>();
let paused = false;

function countDown({ id, tone }: Toast): void {
  timers.set(
    id,
    setTimeout(() => dismissToast(id), SHOWN_FOR[tone ?? 'good']),
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
  item.querySelector('button')?.addEventListener('click', () => dismissToast(shown.id));
  return item;
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
      item.remove();
      clearTimeout(timers.get(id));
      timers.delete(id);
    }
    if (toasts.length === 0) paused = false;
    else raise();
    for (const shown of toasts) {
      if (list.querySelector(`[data-toast="${shown.id}"]`)) continue;
      const item = draw(shown);
      if (item) list.append(item);
      if (!paused) countDown(shown);
    }
  });
  region.addEventListener('pointerenter', () => pause(true));
  region.addEventListener('pointerleave', () => pause(false));
  region.addEventListener('focusin', () => pause(true));
  region.addEventListener('focusout', () => pause(false));
}
showKeptToasts();
// Not `unload`, which would cost the back/forward cache.
window.addEventListener('pagehide', keepUnreadToasts);
