import type { TestInfo } from '@playwright/test';
import type { State } from '../gallery/state.ts';

/** Names of the committed screenshots. */
export const screenshot = {
  phone: ({ name }: State) => `${name}-360`,
  phoneDark: ({ name }: State) => `${name}-360-dark`,
  desktop: ({ name }: State) => `${name}-1440`,
  desktopDark: ({ name }: State) => `${name}-1440-dark`,
} as const;

/** All that there are of a state. */
export const screenshotsOf = (state: State): string[] =>
  state.main ? Object.values(screenshot).map((name) => name(state)) : [screenshot.phone(state)];

/** Whether they are made anew (`npm run gallery -- --accept`): then nothing else is looked at. */
export const isAccepting = ({ config }: TestInfo): boolean =>
  config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
