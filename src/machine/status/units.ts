import { systemctl } from '#machine/run.ts';

export interface UnitState {
  name: string;
  /** systemd's words: `active`, `inactive`, `failed` … */
  active: string;
  /** Since when. Null for one that never changed. */
  since: Date | null;
}

const PROPERTIES = 'Id,ActiveState,StateChangeTimestamp';

/** Reads the states of units from systemd. @throws Error if there is no systemd. */
export async function readUnits(names: readonly string[]): Promise<UnitState[]> {
  const { stdout } = await systemctl(
    ...['show', '--timestamp=unix', `--property=${PROPERTIES}`, '--', ...names],
  );
  return stdout
    .trim()
    .split('\n\n')
    .map((block, place) => unitOf(names[place] ?? '', block));
}

function unitOf(unit: string, block: string): UnitState {
  const property = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(block)?.[1] ?? '';
  // '@1764203422', or nothing.
  const seconds = Number(property('StateChangeTimestamp').slice(1));
  return {
    name: unit,
    active: property('ActiveState'),
    since: seconds > 0 ? new Date(seconds * 1000) : null,
  };
}

/** Whether a unit starts with the machine. */
export const isEnabled = (name: string): Promise<boolean> =>
  systemctl('is-enabled', '--quiet', '--', name).then(
    () => true,
    () => false,
  );
