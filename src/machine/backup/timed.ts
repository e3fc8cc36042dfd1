import { openTargets } from '#backend/backup/targets/open.ts';
import {
  backUpTimed,
  type InTarget,
  type TimedBackup,
  type Options as TimedOptions,
} from '#backend/backup/timed.ts';
import type { S3Patience } from '#backend/media/objects/s3-client.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { counted, number } from '#domain/words.ts';
import { withLock } from '#machine/lock.ts';
import { sentencesOf } from '#process/sentences.ts';
import { onShop } from './on-shop.ts';

interface Options extends Omit<TimedOptions, 'scratch'> {
  patience?: S3Patience;
}

/** Makes a timed backup of the shop of the settings, in each of its targets. An update has the lock for its own. */
export function backUpShop(
  settings: Settings,
  { patience, ...options }: Options = {},
): Promise<TimedBackup> {
  const { DATA_DIR: scratch } = settings;
  const work = () =>
    onShop(settings, (shop) =>
      backUpTimed(shop, openTargets(settings, patience), { scratch, ...options }),
    );
  return options.by === 'update' ? work() : withLock(scratch, work);
}

/** Describes what a timed backup did. The exit code is 1 if something has to be fixed. */
export function describeTimed({ rows, pictures, targets }: TimedBackup) {
  const contents = `${number(rows)} rows and ${counted(pictures, 'picture')}`;
  const isWell = targets.every(
    ({ fault, rechecked }) => fault === null && rechecked.every((one) => one.fault === null),
  );
  return { lines: targets.flatMap((one) => linesOf(one, contents)), code: isWell ? 0 : 1 };
}

function linesOf(
  { target, made, removed, left, rechecked, fault }: InTarget,
  contents: string,
): string[] {
  const damaged = rechecked.filter((one) => one.fault !== null);
  const whole = rechecked.length - damaged.length;
  return [
    made !== null &&
      `${made} is in ${target.name}: ${contents}. ${counted(removed.length, 'older one')} removed, ${whole} read again and whole.`,
    left.length > 0 &&
      `${counted(left.length, 'older one stays', 'older ones stay')} in ${target.name}, because its key may not remove anything. A rule of the store has to (lifecycle: expiration).`,
    ...damaged.map(
      (one) =>
        `${one.name} in ${target.name} cannot be restored: ${one.fault} Look for the cause, then delete it.`,
    ),
    fault !== null &&
      `${made === null ? 'No new backup is' : 'Some steps failed'} in ${target.name}. ${sentencesOf(fault).join(' ')}`,
  ].filter((line) => line !== false);
}
