import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { State } from '../gallery/state.ts';

/** What differs from one scheme to the other: the elements are the same. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** What axe finds in a state, a line for each element; with 'colours' by the rules for these alone. */
export async function axeFaults(page: Page, state: State, rules?: 'colours'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules) axe.withRules(COLOURS);
  else axe.disableRules(state.repeats ? ['landmark-unique'] : []);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
