import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { State } from '../gallery/state.ts';

/** Rules whose result depends on the colour scheme. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/** Returns axe's faults in a state, one line per element. With 'colours' only the rules about colours run. */
export async function axeFaults(page: Page, state: State, rules?: 'colours'): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  if (rules) axe.withRules(COLOURS);
  else axe.disableRules(state.repeats ? ['landmark-unique'] : []);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
