import { existsSync } from 'node:fs';
import { aptCommand } from './apt.ts';

/** Orca and everything it needs, as on Debian and Ubuntu. */
const PROGRAMS = {
  display: '/usr/bin/Xvfb',
  windows: '/usr/bin/openbox',
  bus: '/usr/bin/dbus-daemon',
  accessibility: '/usr/libexec/at-spi-bus-launcher',
  keys: '/usr/bin/xdotool',
  reader: '/usr/bin/orca',
  /** With a window: the headless shell tells a screen reader nothing. */
  browser: '/usr/bin/chromium',
};
const PACKAGES = ['xvfb', 'openbox', 'dbus', 'at-spi2-core', 'xdotool', 'orca', 'chromium'];

export type ScreenReader = typeof PROGRAMS;

/** Returns the programs, or undefined if one is missing. */
export const findScreenReader = (): ScreenReader | undefined =>
  Object.values(PROGRAMS).every(existsSync) ? PROGRAMS : undefined;

/** Returns the message if there is no screen reader. It needs 200 MB of a desktop, so it is never installed here. */
export const noScreenReader = () =>
  `Skipped, because there is no screen reader on this machine. Install one: ${aptCommand(...PACKAGES)} (Debian).`;
