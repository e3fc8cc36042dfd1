/**
 * Runs in the browser, on one of our pages after it has loaded. Returns the same page as one HTML file. It keeps the
 * rendered content, the pictures with their sizes, and the CSS rules that apply to it, and has no script. So it costs
 * the least that the same facts in the same look can cost.
 */
export function limitHtml(): string {
  const DROPPED = 'script, template, noscript, dialog:not([open]), [popover], [hidden]';
  const INSIDE = 'picture, svg, select, datalist, video';
  const shown = (element: Element) =>
    !element.matches(DROPPED) &&
    (element.parentElement?.closest(INSIDE) ||
      element.checkVisibility() ||
      // It has no box, but its children have.
      getComputedStyle(element).display === 'contents');

  function copy(element: Element): Element {
    const made = element.cloneNode(false) as Element;
    for (const { name } of [...made.attributes])
      if (/^on|^data-(product|astro)/.test(name)) made.removeAttribute(name);
    for (const child of element.childNodes) {
      if (child instanceof Element) {
        if (shown(child)) made.append(copy(child));
      } else if (child.nodeType === Node.TEXT_NODE) made.append(child.cloneNode());
    }
    return made;
  }
  const root = document.documentElement.cloneNode(false) as Element;
  root.append(copy(document.body));

  /** Whether a rule can apply to the kept content. States are left out; selectors that cannot be tested stay. */
  const applies = (selector: string) => {
    const plain = selector
      .replace(/::[\w-]+(\([^)]*\))?/g, '')
      .replace(/:(hover|focus|focus-visible|focus-within|active|disabled|enabled|checked)\b/g, '');
    try {
      return plain.trim() === '' || root.matches(plain) || root.querySelector(plain) !== null;
    } catch {
      return true;
    }
  };
  const ROOT = /(^|,)\s*(:root|html|:host|\*)/;
  function rules(list: CSSRuleList): string {
    return [...list]
      .map((rule) => {
        if (rule instanceof CSSStyleRule)
          return ROOT.test(rule.selectorText) || applies(rule.selectorText) ? rule.cssText : '';
        if (rule instanceof CSSMediaRule)
          return matchMedia(rule.conditionText).matches ? rules(rule.cssRules) : '';
        if (rule instanceof CSSLayerBlockRule)
          return `@layer ${rule.name}{${rules(rule.cssRules)}}`;
        return rule instanceof CSSKeyframesRule ? '' : rule.cssText;
      })
      .join('');
  }
  const style = [...document.styleSheets].map((sheet) => rules(sheet.cssRules)).join('');
  const fonts = [...document.querySelectorAll('link[rel="preload"][as="font"]')];
  const named = '<meta name="viewport" content="width=device-width, initial-scale=1">';
  const title = document.createElement('title');
  title.textContent = document.title;
  const head = document.createElement('head');
  head.innerHTML =
    `<meta charset="utf-8">${named}${title.outerHTML}` +
    `${fonts.map(({ outerHTML }) => outerHTML).join('')}<link rel="icon" href="/favicon.svg">`;
  const sheet = document.createElement('style');
  sheet.textContent = style;
  head.append(sheet);
  root.prepend(head);
  return `<!doctype html>${root.outerHTML}`;
}
