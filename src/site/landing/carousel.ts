/**
 * The landing page's banners: a row that scrolls by touch and shows the next one every three seconds (spec §9), but not
 * under a pointer or the keyboard's focus, out of sight, paused, or for who wants less motion (WCAG 2.2.2).
 */
const SHOWN_FOR = 3000;
const FADE = 600;

const root = document.querySelector('.carousel') as HTMLElement;
const track = root.querySelector('.carousel-track') as HTMLElement;
const banners = track.children;
const dots = root.querySelectorAll('.carousel-dot');
const pause = root.querySelector('[aria-pressed]') as HTMLElement;
const still = matchMedia('(prefers-reduced-motion: reduce)');
const pointer = matchMedia('(hover: hover)');

let current = 0;
let inSight = false;
let timer: ReturnType<typeof setTimeout> | undefined;

const after = (index: number) => (index + 1) % banners.length;

/** Lets a banner's picture come; until its turn is near it lies in a template, which fetches nothing. */
function fetchPicture(index: number): HTMLImageElement | null | undefined {
  const template = banners[index]?.querySelector('template');
  template?.replaceWith(template.content);
  return banners[index]?.querySelector('img');
}

const resting = () =>
  still.matches ||
  document.hidden ||
  !inSight ||
  pause.ariaPressed === 'true' ||
  root.querySelector(':focus-visible') ||
  (pointer.matches && root.matches(':hover'));

/** Begins the three seconds anew. */
function wait(): void {
  clearTimeout(timer);
  if (resting()) return;
  const picture = fetchPicture(after(current));
  // A picture that is still on its way gets three seconds more.
  timer = setTimeout(() => (picture?.complete ? show(after(current)) : wait()), SHOWN_FOR);
}

/** Shows a banner at once; the picture before fades away above it. */
function show(index: number): void {
  fetchPicture(index);
  const way = (index - current) * track.clientWidth;
  if (way && !still.matches) {
    // Not the banner itself: the row would snap to where it is moved.
    const place = { transform: `translateX(${way}px)`, zIndex: 2, pointerEvents: 'none' };
    banners[current]?.firstElementChild?.animate(
      [
        { ...place, opacity: 1 },
        { ...place, opacity: 0 },
      ],
      FADE,
    );
    banners[index]?.lastElementChild?.animate({ opacity: [0, 1] }, FADE);
  }
  track.scrollLeft += way;
}

/** Follows the row, whoever moved it: a finger, the focus, or `show`. */
function follow(): void {
  current = Math.round(track.scrollLeft / track.clientWidth);
  fetchPicture(current);
  dots.forEach((dot, index) => {
    dot.ariaCurrent = index === current ? 'true' : null;
  });
  wait();
}

dots.forEach((dot, index) => {
  dot.addEventListener('click', () => show(index));
});
pause.addEventListener('click', () => {
  pause.ariaPressed = String(pause.ariaPressed !== 'true');
  wait();
});
track.addEventListener('scroll', follow);
// A finger may draw either neighbour in.
track.addEventListener('pointerdown', () => {
  fetchPicture(current - 1);
  fetchPicture(current + 1);
});
for (const sign of ['pointerenter', 'pointerleave', 'focusin', 'focusout']) {
  // Focus has moved on only after its event.
  root.addEventListener(sign, () => setTimeout(wait));
}
document.addEventListener('visibilitychange', wait);
still.addEventListener('change', wait);
// The first banner comes before any other.
addEventListener('load', () => {
  follow();
  new IntersectionObserver(([entry]) => {
    inSight = entry?.isIntersecting ?? false;
    wait();
  }).observe(track);
});
