/** Changes the picture of a gallery. gallery-html.ts has the markup. */
import type { PageEvent } from '#site/lazy/delegate.ts';

/** Milliseconds (spec §9). */
const FADE = 150;
/** Pixels that a finger must move sideways to turn the picture. */
const SWIPE = 40;
/** Milliseconds to wait for a picture that is still loading. Then its colour is shown instead. */
const PATIENCE = 300;
const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

let busy = false;
let start = 0;

const picturesOf = (gallery: Element) => [...gallery.querySelectorAll('.product-picture')];

/** Loads all pictures now, so that the next one is there when needed. */
function fetchPictures(gallery: Element): void {
  for (const img of gallery.querySelectorAll<HTMLImageElement>('.product-picture img')) {
    img.loading = 'eager';
  }
}

/** Moves by `by` pictures. The first follows the last. */
function step(gallery: Element, by: number): void {
  const pictures = picturesOf(gallery);
  const from = pictures.findIndex((picture) => picture.matches('.shown'));
  void show(gallery, (from + by + pictures.length) % pictures.length);
}

/** Scrolls the row of thumbnails, but not the page, until the current one is in the middle. */
function bringThumbnail(gallery: Element, index: number): void {
  const list = gallery.querySelector('.gallery-thumbs');
  const item = list?.children[index];
  if (!list || !(item instanceof HTMLElement)) return;
  list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
}

/** Shows the picture with this index, with a fade. Clicks during the fade are ignored (spec §2). */
async function show(gallery: Element, index: number): Promise<void> {
  const pictures = picturesOf(gallery);
  const before = gallery.querySelector('.product-picture.shown');
  const next = pictures[index];
  if (busy || !next || next === before) return;
  busy = true;
  fetchPictures(gallery);
  for (const button of gallery.querySelectorAll<HTMLElement>('[data-show]')) {
    if (button.dataset.show === String(index)) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
  bringThumbnail(gallery, index);
  const status = gallery.querySelector('[role="status"]');
  const img = next.querySelector('img');
  if (status) status.textContent = `Picture ${index + 1} of ${pictures.length}: ${img?.alt}`;
  const loaded = img?.decode();
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([loaded, late]).catch(() => {
    // It could not be loaded. Its colour is shown all the same.
  });
  next.classList.add('shown', 'coming');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  try {
    await next.animate([{ opacity: 0 }, { opacity: 1 }], still ? 0 : FADE).finished;
  } finally {
    before?.classList.remove('shown');
    next.classList.remove('coming');
    busy = false;
  }
}

/** Handles an event in the gallery: its buttons, arrow keys, a swipe. */
export function handle(gallery: Element, event: PageEvent): void {
  fetchPictures(gallery);
  if (event instanceof KeyboardEvent) {
    const by = KEYS[event.key];
    if (by) step(gallery, by);
    return;
  }
  const { type, target } = event;
  if (type === 'click') press(gallery, target);
  // In some browsers a click is a pointer event too.
  if (!(event instanceof PointerEvent) || event.pointerType === 'mouse') return;
  if (type === 'pointerdown') start = event.clientX;
  const distance = start - event.clientX;
  if (type === 'pointerup' && Math.abs(distance) > SWIPE) step(gallery, Math.sign(distance));
}

function press(gallery: Element, target: EventTarget | null): void {
  const control =
    target instanceof Element && target.closest<HTMLElement>('[data-step], [data-show]');
  if (!control) return;
  const { step: by, show: index } = control.dataset;
  if (by) step(gallery, Number(by));
  if (index) void show(gallery, Number(index));
}
