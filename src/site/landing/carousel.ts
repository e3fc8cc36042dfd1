/**
 * The landing page's banners: a row that scrolls by touch and shows the next banner every three seconds (spec §9). It
 * stops under a pointer or the focus, out of sight, when paused, and under reduced motion (WCAG 2.2.2).
 */
const SHOWN_FOR = 3000;
const FADE = 600;

const root = document.querySelector('.carousel') as HTMLElement;
const track = root.querySelector('.carousel-track') as HTMLElement;
const banners = track.children;
const dots = root.querySelectorAll<HTMLElement>('.carousel-dot');
const pause = root.querySelector('[aria-pressed]') as HTMLElement;
const still = matchMedia('(prefers-reduced-motion: reduce)');
// One banner (landing.css): the others load nothing.
const saving =
  document.documentElement.classList.contains('saving') ||
  matchMedia('(prefers-reduced-data: reduce)').matches;
const pointer = matchMedia('(hover: hover)');

let current = 0;
let inSight = false;
let timer: ReturnType<typeof setTimeout> | undefined;

const after = (index: number) => (index + 1) % banners.length;

/** Loads a banner's picture. Until then it is in a template, which loads nothing. */
function fetchPicture(index: number): HTMLImageElement | null | undefined {
  const template = banners[index]?.querySelector('template');
  template?.replaceWith(template.content);
  return banners[index]?.querySelector('img');
}

const resting = () =>
  saving ||
  still.matches ||
  document.hidden ||
  !inSight ||
  pause.ariaPressed === 'true' ||
  root.querySelector(':focus-visible') ||
  (pointer.matches && root.matches(':hover'));

/** Restarts the three seconds. */
function wait(): void {
  clearTimeout(timer);
  if (resting()) return;
  const picture = fetchPicture(after(current));
  // A picture that is still loading gets three seconds more.
  timer = setTimeout(() => (picture?.complete ? show(after(current)) : wait()), SHOWN_FOR);
}

/** Shows a banner at once. The previous one fades out above it. */
function show(index: number): void {
  fetchPicture(index);
  const way = (index - current) * track.clientWidth;
  if (way && !still.matches) {
    // Not the banner itself: the row would snap to its new position.
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

/** Updates the state after a finger, the focus or `show` has scrolled the row. */
function follow(): void {
  current = Math.round(track.scrollLeft / track.clientWidth);
  fetchPicture(current);
  dots.forEach((dot, index) => {
    dot.ariaCurrent = index === current ? 'true' : null;
  });
  wait();
}

/** Handles clicks, also those from before this script. It is inlined, so it imports nothing, not even `hear`. */
function onPress(button: HTMLElement, act: () => void): void {
  button.addEventListener('click', act);
  if (window.taps.click?.has(button)) act();
}

dots.forEach((dot, index) => {
  onPress(dot, () => show(index));
});
onPress(pause, () => {
  pause.ariaPressed = String(pause.ariaPressed !== 'true');
  wait();
});
track.addEventListener('scroll', follow);
// A finger may pull either neighbour into view.
track.addEventListener('pointerdown', () => {
  fetchPicture(current - 1);
  fetchPicture(current + 1);
});
for (const type of ['pointerenter', 'pointerleave', 'focusin', 'focusout']) {
  // The focus moves only after its event.
  root.addEventListener(type, () => setTimeout(wait));
}
document.addEventListener('visibilitychange', wait);
still.addEventListener('change', wait);
// The first banner loads before any other.
addEventListener('load', () => {
  follow();
  new IntersectionObserver((entries) => {
    // A busy browser reports several changes at once. The last one counts.
    inSight = entries.at(-1)?.isIntersecting ?? false;
    wait();
  }).observe(track);
});
