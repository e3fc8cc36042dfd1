import { existsSync } from 'node:fs';

/** An installed machine and the image have this program, and no npm. */
const HAS_TURARE = existsSync('/usr/local/bin/turare');

/**
 * Returns a command of the shop as its reader can type it: 'npm run orders -- list', or 'turare run orders list'.
 * @param name - of the command, without words that it takes.
 */
export const asTyped = (name: string, words = '', hasTurare = HAS_TURARE): string =>
  [hasTurare ? `turare run ${name}` : `npm run ${name}`, words && !hasTurare && '--', words]
    .filter(Boolean)
    .join(' ');

/** Where a command writes that gets no file. */
export const TO_SCREEN = `to the screen${HAS_TURARE ? '' : ' (use npm run --silent, or npm adds its own lines)'}`;
