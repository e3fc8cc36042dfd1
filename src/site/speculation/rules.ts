import { NEXT_PAGES } from '#config/next-pages.ts';
import { isFast, isSaving } from './line.ts';

/** Lets the browser prepare the next page, except on a slow line or a device that saves data. */
export function speculate(): void {
  if (!isFast() || isSaving() || !HTMLScriptElement.supports?.('speculationrules')) return;
  const rules = document.createElement('script');
  rules.type = 'speculationrules';
  rules.textContent = NEXT_PAGES;
  document.head.append(rules);
}
