import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { secondsSinceStart } from '#process/console.ts';
import { root } from '#process/root.ts';

/** Returns what to say at the start of a check, from the last green one on this machine; `keep` stores this one. */
export function lastSeconds(changed: boolean, folder = join(root, 'node_modules/.cache')) {
  const file = join(folder, changed ? 'check-changed-seconds' : 'check-seconds');
  let seconds = changed ? 30 : 120;
  let source = 'on two idle cores';
  try {
    seconds = Number(readFileSync(file, 'utf8'));
    source = 'as last time';
  } catch {
    // No check has passed here yet.
  }
  return {
    words: `This takes about ${Math.max(5, Math.round(seconds / 5) * 5)} s, ${source}.`,
    keep: (): void => writeFileSync(file, String(secondsSinceStart())),
  };
}
