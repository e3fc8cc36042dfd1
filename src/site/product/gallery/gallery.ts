/** Changes the picture of a gallery. Comes at the first touch; gallery/Gallery.astro has the markup. */

/** Ms (spec §9). */
const FADE = 150;
/** Px that a finger must go sideways to turn the picture. */
const SWIPE = 40;
/** Ms for which a picture that is on its way is waited for; then its colour stands in for it. */
const PATIENCE = 300;
const KEYS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

let busy = false;
let start = 0;

const picturesOf = (gallery: Element) => [...gallery.querySelectorAll('.product-picture')];

/** Lets the pictures that wait come, so that the next one is there when it is asked for. */
function fetchPictures(gallery: Element): void {
  for (const img of gallery.querySelectorAll<HTMLImageElement>('.product-picture img')) {
    img.loading = 'eager';
  }
}

/** Shows the picture that is `by` further; past the last comes the first. */
function step(gallery: Element, by: number): void {
  const pictures = picturesOf(gallery);
  const from = pictures.findIndex((picture) => picture.matches('.shown'));
  void show(gallery, (from + by + pictures.length) % pictures.length);
}

/** Many thumbnails scroll: the current one comes to their middle. The page itself does not move. */
function bringThumbnail(gallery: Element, index: number): void {
  const list = gallery.querySelector('.gallery-thumbs');
  const item = list?.children[index];
  if (!list || !(item instanceof HTMLElement)) return;
  list.scrollLeft = item.offsetLeft - (list.clientWidth - item.offsetWidth) / 2;
}

/** Shows the picture with this index, with a fade; until it is over nothing else happens (spec §2). */
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
  if (status) status.textContent = `Picture ${index + 1} of ${pictures.length}`;
  const here = next.querySelector('img')?.decode();
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  await Promise.race([here, late]).catch(() => {
    // It could not be fetched: its place is shown all the same.
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

/** Does what an event in the gallery asks for: its buttons, arrow keys, a swipe. */
export function handle(gallery: Element, event: Event): void {
  fetchPictures(gallery);
  if (event instanceof KeyboardEvent) {
    const by = KEYS[event.key];
    if (by) step(gallery, by);
    return;
  }
  const { type, target } = event;
  if (type === 'click') press(gallery, target);
  // Not for clicks, which are no pointer events in every browser.
  if (!(event instanceof PointerEvent) || event.pointerType === 'mouse') return;
  if (type === 'pointerdown') start = event.clientX;
  const way = start - event.clientX;
  if (type === 'pointerup' && Math.abs(way) > SWIPE) step(gallery, Math.sign(way));
}

function press(gallery: Element, target: EventTarget | null): void {
  const button = target instanceof Element && target.closest('button');
  if (!button) return;
  const { step: by, show: index } = button.dataset;
  if (by) step(gallery, Number(by));
  if (index) void show(gallery, Number(index));
}
