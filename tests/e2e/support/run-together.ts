import type { Page } from '@playwright/test';

/**
 * Returns the texts of a page that only style keeps apart, as 'Tom Ford|7 fragrances': screen readers, search engines
 * and the clipboard read them as one word. A space between two blocks of a link or heading is not rendered, so screen
 * readers do not get it. There `::after` gives the space.
 */
export const runTogether = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    /** Elements whose text is read by itself, wherever they are. */
    const APART =
      'a, button, dd, dt, h1, h2, h3, h4, h5, h6, input, label, legend, li, option, p, section, select, summary, td, textarea, th, [role]';
    const BLOCKS =
      'address, article, aside, blockquote, div, dl, figure, footer, form, header, main, nav, ul';
    /** Elements that are read as a whole. */
    const WHOLE =
      'a[href], button, h1, h2, h3, h4, h5, h6, label, legend, option, summary, [role=button], [role=link], [role=option]';
    const HIDDEN = '[aria-hidden=true], script, style, template, noscript, select, textarea';
    const DRAWN_BETWEEN = 'br, hr, img, input, select, svg, textarea';

    const boxOf = (text: Text, at: number): DOMRect => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect();
    };
    const isDrawn = (text: Text) =>
      text.length > 0 && [...text.data].some((_, at) => boxOf(text, at).width > 0);
    /** Returns the ancestors of a text below an element. */
    const within = (text: Text, top: Element): Element[] => {
      const found: Element[] = [];
      for (let each = text.parentElement; each && each !== top; each = each.parentElement) {
        found.push(each);
      }
      return found;
    };
    const hasSpaceAfter = (element: Element) =>
      /^"\s+"$/.test(getComputedStyle(element, '::after').content);

    const found = new Set<string>();
    let last: Text | null = null;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      const parent = text.parentElement as Element;
      if (
        parent.closest(HIDDEN) ||
        !parent.checkVisibility({ visibilityProperty: true }) ||
        !isDrawn(text)
      )
        continue;
      const before = last;
      last = text;
      if (!before) continue;
      const between = document.createRange();
      between.setStart(before, before.length);
      between.setEnd(text, 0);
      const shared = between.commonAncestorContainer as Element;
      const whole = shared.closest(WHOLE);
      const left = within(before, shared);
      const entered = [...left, ...within(text, shared)];
      if (entered.some((each) => each.matches(whole ? APART : `${APART}, ${BLOCKS}`))) continue;
      if (between.cloneContents().querySelector(DRAWN_BETWEEN) || left.some(hasSpaceAfter))
        continue;
      const end = boxOf(before, before.length - 1);
      const begin = boxOf(text, 0);
      const isSpaced =
        (/\s$/.test(before.data) && end.width > 0) || (/^\s/.test(text.data) && begin.width > 0);
      const isApart =
        begin.top >= end.bottom - 2 || begin.left - end.right > 2 || begin.right < end.left;
      const hasSpace =
        /\s/.test(between.toString()) || /\s$/.test(before.data) || /^\s/.test(text.data);
      // A space at the end of a line is not rendered, but is read.
      const flows = entered.every((each) => getComputedStyle(each).display === 'inline');
      if (flows && hasSpace) continue;
      if (!isSpaced && isApart && (whole || !hasSpace)) {
        found.add(`${before.data.trim().slice(-30)}|${text.data.trim().slice(0, 30)}`);
      }
    }
    return [...found];
  });
