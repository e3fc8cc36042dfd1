/**
 * The behaviour of a visible toast: it waits for its reader, keeps clear of what is needed next, and can be undone.
 * Loaded with the first toast; until then the toast is below the header.
 */
import { pause } from './timers.ts';
import { $toasts, dismissToast, type Toast } from './toasts-store.ts';
import { undo } from './undo.ts';

/** Undoes a toast's change. */
export function takeBack(shown: Toast): void {
  undo(shown.undo);
  dismissToast(shown.id);
}

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  // In a field these keys undo typing.
  if (target instanceof Element && target.matches('input, select, textarea')) return;
  const last = $toasts.get().findLast((toast) => toast.undo);
  if (last) takeBack(last);
});

/** The elements that no toast covers if there is room elsewhere. */
const NEEDED = 'h1,h2,summary,label,input,select,textarea,button,.button';
/** The weights of more important elements, highest first: the focused field with its texts, h1, a main button. */
const WEIGHTS = { ':focus,.field:focus-within': 99, h1: 30, '.button': 9 };

const region = document.getElementById('toasts') as HTMLElement;

/** Returns the box of an element. For a heading, the box of its words, because its own spans the page. */
function boxOf(element: Element): DOMRect {
  if (!element.matches('h1,h2')) return element.getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(element);
  return words.getBoundingClientRect();
}

/** Whether two boxes overlap. */
const meet = (one: DOMRect, other: DOMRect) =>
  one.top < other.bottom &&
  one.bottom > other.top &&
  one.left < other.right &&
  one.right > other.left;

/** Returns how much it matters if a toast covers an element. */
const weight = (element: Element) =>
  Object.entries(WEIGHTS).find(([selector]) => element.matches(selector))?.[1] ?? 1;

/** Returns how much the toasts cover where they are. */
function covered(): number {
  const own = region.getBoundingClientRect();
  const host = region.closest('dialog') ?? document;
  return [...host.querySelectorAll(`${NEEDED},${Object.keys(WEIGHTS)}`)]
    .filter((element) => !region.contains(element) && meet(own, boxOf(element)))
    .reduce((sum, element) => sum + weight(element), 0);
}

/** Puts the toasts below the header or at the foot of the visible part, where they cover less. */
function keepClear(): void {
  // Not under a finger that is about to tap 'Undo'.
  if ($toasts.get().length === 0 || region.contains(document.activeElement)) return;
  const head = document.querySelector('main')?.getBoundingClientRect().top ?? 0;
  const { height, offsetTop } = window.visualViewport ?? { height: innerHeight, offsetTop: 0 };
  const places = [`${Math.max(0, head)}px 0 auto`, `auto 0 ${innerHeight - height - offsetTop}px`];
  const costs = places.map((inset) => {
    region.style.inset = inset;
    return covered();
  });
  region.style.inset = places[costs.indexOf(Math.min(...costs))] ?? '';
}

// In a later task: while the focus moves, no element has it, and an element removed under the pointer fires no event.
const hold = () => setTimeout(() => pause(region.matches(':hover, :focus-within')));
for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout', 'click']) {
  region.addEventListener(type, hold);
}
// Before the next paint, and after the focus and the page have moved.
$toasts.subscribe(() => requestAnimationFrame(keepClear));
document.addEventListener('focusin', keepClear);
