/** Changes the picture of a gallery. Comes at the first touch; components/Gallery.astro has the markup. */

/** Ms (spec §9). */
const FADE = 150;
let fading = false;

/** Lets the pictures that wait come, so that the next one is there when it is asked for. */
export function fetchPictures(gallery: Element): void {
  for (const img of gallery.querySelectorAll<HTMLImageElement>('.product-picture img')) {
    img.loading = 'eager';
  }
}

/** Shows the picture that is `step` further; past the last comes the first. During a fade nothing happens (spec §2). */
export function stepPicture(gallery: Element, step: number): Promise<void> {
  const pictures = [...gallery.querySelectorAll('.product-picture')];
  const from = pictures.findIndex((picture) => picture.matches('.shown'));
  return showPicture(gallery, (from + step + pictures.length) % pictures.length);
}

/** Shows the picture with this index, with a fade. */
export async function showPicture(gallery: Element, index: number): Promise<void> {
  const pictures = [...gallery.querySelectorAll('.product-picture')];
  const before = gallery.querySelector('.product-picture.shown');
  const next = pictures[index];
  if (fading || !next || next === before) return;
  fading = true;
  fetchPictures(gallery);
  for (const button of gallery.querySelectorAll<HTMLElement>('[data-show]')) {
    if (button.dataset.show === String(index)) button.setAttribute('aria-current', 'true');
    else button.removeAttribute('aria-current');
  }
  const status = gallery.querySelector('[role="status"]');
  if (status) status.textContent = `Picture ${index + 1} of ${pictures.length}`;
  next.classList.add('shown', 'coming');
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  try {
    await next.animate([{ opacity: 0 }, { opacity: 1 }], still ? 0 : FADE).finished;
  } finally {
    before?.classList.remove('shown');
    next.classList.remove('coming');
    fading = false;
  }
}
