import { NEXT_PAGES } from '#config/next-pages.ts';
import { isFast, isSaving } from './line.ts';

/** Lets the browser prepare the next page. Not on a slow line, and not where data is saved. */
export function speculate(): void {
  if (!isFast() || isSaving() || !HTMLScriptElement.supports?.('speculationrules')) return;
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = NEXT_PAGES;
  document.head.append(rules);
}
