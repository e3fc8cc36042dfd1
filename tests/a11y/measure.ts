/**
 * Checks of a page's layout. Each function runs alone in the browser, so it uses nothing else from this file. It
 * returns one line per fault.
 */

/** Returns text that is cut off by an ancestor that hides its overflow. */
export function cutText(): string[] {
  const faults = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true }))
      continue;
    // For screen readers only, or shortened on purpose with the full text elsewhere.
    if (parent.closest('.visually-hidden, .line-clamp-3, .greeting, option')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      for (let around = parent as Element | null; around; around = around.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(around);
        // Text in a scrolling box can be reached, and fixed elements leave their ancestors.
        if (/auto|scroll/.test(overflowX + overflowY) || position === 'fixed') break;
        if (around === document.body || !/hidden|clip/.test(overflowX + overflowY)) continue;
        const edge = around.getBoundingClientRect();
        const out = Math.max(
          edge.left - box.left,
          box.right - edge.right,
          // Descenders and accents may exceed a tight line.
          edge.top - box.top - box.height / 3,
          box.bottom - edge.bottom - box.height / 3,
        );
        if (out > 1)
          faults.add(`"${text.textContent.trim().slice(0, 40)}" in .${around.className}`);
      }
    }
  }
  return [...faults];
}

/** Returns lines of text that overlap, although neither element contains the other. */
export function crossingText(): string[] {
  // Sticky elements lie over other text until the page scrolls: they are measured in their own place.
  const stuck = [...document.body.querySelectorAll<HTMLElement>('*')].filter(
    (element) => getComputedStyle(element).position === 'sticky',
  );
  for (const element of stuck) element.style.position = 'static';
  const lines: { text: string; box: DOMRect; parent: Element }[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true }))
      continue;
    if (parent.closest('.visually-hidden, option, [aria-hidden="true"]')) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    for (const box of range.getClientRects()) {
      // The middle half of a line, since tall typefaces are set tightly.
      const slim = new DOMRect(box.x, box.y + box.height * 0.3, box.width, box.height * 0.4);
      if (box.width > 2)
        lines.push({ text: text.textContent.trim().slice(0, 30), box: slim, parent });
    }
  }
  const faults = new Set<string>();
  for (const [index, a] of lines.entries()) {
    for (const b of lines.slice(index + 1)) {
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (wide < 3 || high < 2 || a.parent === b.parent) continue;
      // Out of sight in a row that scrolls sideways.
      const seen = ({ box, parent }: typeof a) => {
        parent.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
        return parent.getClientRects().length > 0 && box.width > 0;
      };
      if (seen(a) && seen(b)) faults.add(`"${a.text}" and "${b.text}"`);
    }
  }
  for (const element of stuck) element.style.position = '';
  scrollTo(0, 0);
  return [...faults];
}

/** Returns elements that exceed the width of the page, outside scrolling boxes. */
export function overTheSide(): string[] {
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= width) return [];
  const wide = [...document.body.querySelectorAll('*')].filter((element) => {
    if (!element.checkVisibility() || element.getBoundingClientRect().right <= width + 1)
      return false;
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflowX !== 'visible' && around !== document.body)
        return false;
    }
    return true;
  });
  return [
    `the page is ${document.documentElement.scrollWidth} px wide`,
    ...wide
      .filter((element) => !wide.some((other) => other !== element && element.contains(other)))
      .map(
        (element) =>
          `${element.tagName}.${element.getAttribute('class')}: ${element.textContent?.trim().slice(0, 30)}`,
      ),
  ];
}

/** Returns controls that something covers after they were scrolled to (WCAG 2.4.11). */
export function coveredControls(): string[] {
  const faults: string[] = [];
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary',
  );
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (control.matches(':disabled, .visually-hidden, [type="hidden"]')) continue;
    control.focus();
    if (document.activeElement !== control) continue;
    // Focus brings only the line of the caret into view, and not the middle of a text of several lines.
    control.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    const box = control.getClientRects()[0];
    if (!box) continue;
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const own = hit && (control.contains(hit) || hit.contains(control) || hit.closest('label'));
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim();
    if (!own) faults.push(`${control.tagName} "${name}" under ${hit?.tagName}.${hit?.className}`);
  }
  (document.activeElement as HTMLElement | null)?.blur();
  scrollTo(0, 0);
  return faults;
}

/**
 * Returns targets under 24 × 24 px without enough space around them (WCAG 2.5.8), and main actions lower than 44 px.
 * Links in running text are exempt.
 */
export function smallTargets(): string[] {
  const faults: string[] = [];
  const all = [
    ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary'),
  ].filter(
    (element) =>
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.matches('.visually-hidden, [type="hidden"]') &&
      element.getBoundingClientRect().width > 0,
  );
  /** Returns the area that reacts: a link may cover its card, and a label is part of its checkbox. */
  const area = (element: HTMLElement) => {
    const label = (element as HTMLInputElement).labels?.[0];
    if (label && element.matches('[type="radio"], [type="checkbox"]')) {
      return label.getBoundingClientRect();
    }
    const spread = getComputedStyle(element, '::after');
    if (spread.content !== 'none' && spread.position === 'absolute') {
      return (element.offsetParent ?? element).getBoundingClientRect();
    }
    return element.getBoundingClientRect();
  };
  const areas = all.map((element) => ({ element, box: area(element) }));
  const small = ({ box }: (typeof areas)[number]) => box.width < 23.9 || box.height < 23.9;
  for (const one of areas) {
    const { element, box } = one;
    const name = `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40)}"`;
    const size = `${Math.round(box.width)}×${Math.round(box.height)}`;
    const main = '.button, .button-quiet, .icon-button, .input, .select, [type="submit"]';
    if (element.matches(main) && box.height < 43.9) faults.push(`${name} is only ${size}`);
    if (!small(one)) continue;
    const inText =
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      );
    if (inText) continue;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const near = areas.find((other) => {
      if (other === one || element.contains(other.element) || other.element.contains(element))
        return false;
      const r = small(other) ? undefined : other.box;
      const dx = r ? Math.max(r.left - x, 0, x - r.right) : other.box.x + other.box.width / 2 - x;
      const dy = r ? Math.max(r.top - y, 0, y - r.bottom) : other.box.y + other.box.height / 2 - y;
      return Math.hypot(dx, dy) < (r ? 12 : 24);
    });
    if (near)
      faults.push(`${name} of ${size} is too near to "${near.element.textContent?.trim()}"`);
  }
  return faults;
}

/** Returns controls without a visible focus: no outline of 2 px around them, their field or their card. */
export function unmarkedFocus(): string[] {
  const faults: string[] = [];
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary',
  );
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    if (control.matches(':disabled, [type="hidden"], [type="radio"]')) continue;
    control.focus();
    if (document.activeElement !== control) continue;
    const around = ['.card', '.search', '.code-cells'].map((place) => control.closest(place));
    const marked = [control, ...around].some((place) => {
      if (!place) return false;
      const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(place);
      const line = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      const clear = /transparent|, 0\)$/.test(outlineColor);
      return (line && !clear) || (place.matches('.search') && boxShadow !== 'none');
    });
    const name = control.getAttribute('aria-label') ?? control.textContent?.trim();
    if (!marked) faults.push(`${control.tagName} "${name}"`);
  }
  (document.activeElement as HTMLElement | null)?.blur();
  scrollTo(0, 0);
  return faults;
}

/** Returns controls that Tab does not reach in page order. */
export function orderedByHand(): string[] {
  return [...document.querySelectorAll<HTMLElement>('[tabindex]')]
    .filter(({ tabIndex }) => tabIndex > 0)
    .map((element) => element.outerHTML.slice(0, 80));
}
