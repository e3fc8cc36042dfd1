import { existsSync } from 'node:fs';

/** Whether the command `turare` exists: on an installed machine and in the image, which have no npm. */
const HAS_TURARE = existsSync('/usr/local/bin/turare');

/**
 * Returns a command of the shop as its reader can type it: 'npm run orders -- list', or 'turare run orders list'.
 * @param name - of the command, without words that it takes.
 */
export const asTyped = (name: string, words = '', hasTurare = HAS_TURARE): string =>
  [hasTurare ? `turare run ${name}` : `npm run ${name}`, words && !hasTurare && '--', words]
    .filter(Boolean)
    .join(' ');

/** The words for the output of a command without a file. */
export const TO_SCREEN = `to the screen${HAS_TURARE ? '' : ' (use npm run --silent, or npm adds its own lines)'}`;
