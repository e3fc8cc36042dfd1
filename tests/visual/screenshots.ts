import type { TestInfo } from '@playwright/test';
import type { State } from '../gallery/state.ts';

/** The names of the committed screenshots. */
export const screenshot = {
  phone: ({ name }: State) => `${name}-360`,
  phoneDark: ({ name }: State) => `${name}-360-dark`,
  desktop: ({ name }: State) => `${name}-1440`,
  desktopDark: ({ name }: State) => `${name}-1440-dark`,
} as const;

/** Returns all screenshots of a state. */
export const screenshotsOf = (state: State): string[] =>
  state.main ? Object.values(screenshot).map((name) => name(state)) : [screenshot.phone(state)];

/** Whether the run updates screenshots (`npm run gallery -- --accept`). Nothing else is checked then. */
export const isAccepting = ({ config }: TestInfo): boolean =>
  config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
