import { openTargets } from '#backend/backup/targets/open.ts';
import { backUpTimed, type InTarget, type TimedBackup } from '#backend/backup/timed.ts';
import type { S3Patience } from '#backend/media/objects/s3-client.ts';
import type { Settings } from '#backend/settings/settings.ts';
import { counted, number } from '#domain/words.ts';
import { sentencesOf } from '#process/sentences.ts';
import { onShop } from './on-shop.ts';

interface Options {
  say?: (detail: string) => void;
  now?: Date;
  patience?: S3Patience;
}

/** Makes a timed backup of the shop of the settings, in each of its targets. */
export const backUpShop = (
  settings: Settings,
  { patience, ...options }: Options = {},
): Promise<TimedBackup> =>
  onShop(settings, (shop) =>
    backUpTimed(shop, openTargets(settings, patience), { scratch: settings.DATA_DIR, ...options }),
  );

/** What a timed backup did, and the exit code: 1 when something has to be mended. */
export function describeTimed({ rows, pictures, targets }: TimedBackup): {
  lines: string[];
  code: number;
} {
  const contents = `${number(rows)} rows and ${counted(pictures, 'picture')}`;
  const described = targets.map((target) => describeTarget(target, contents));
  return {
    lines: described.flatMap(({ lines }) => lines),
    code: described.some(({ isWell }) => !isWell) ? 1 : 0,
  };
}

function describeTarget(
  { target, made, removed, rechecked, fault }: InTarget,
  contents: string,
): { lines: string[]; isWell: boolean } {
  const damaged = rechecked.filter((one) => one.fault !== null);
  const whole = rechecked.length - damaged.length;
  const lines = [
    ...(made === null
      ? []
      : [
          `${made} is in ${target.name}: ${contents}. ${counted(removed.length, 'older one')} removed, ${whole} read again and whole.`,
        ]),
    ...damaged.map(
      (one) =>
        `${one.name} in ${target.name} cannot be restored: ${one.fault} Look for the cause, then delete it.`,
    ),
    ...(fault === null
      ? []
      : [
          `${made === null ? 'No new backup is' : 'Not all was done'} in ${target.name}. ${sentencesOf(fault).join(' ')}`,
        ]),
  ];
  return { lines, isWell: damaged.length === 0 && fault === null };
}
