import { compareVersions } from './version.ts';

const HEADING = /^## (\d+\.\d+\.\d+\S*)/;

/** The parts of a change log about the versions after `from`, up to and with `to`; empty when it has none. */
export function changesBetween(changeLog: string, from: string, to: string): string {
  const parts = changeLog.split(/^(?=## )/m).filter((part) => {
    const [, version] = HEADING.exec(part) ?? [];
    return (
      version !== undefined &&
      compareVersions(version, from) > 0 &&
      compareVersions(version, to) <= 0
    );
  });
  return parts.join('').trim();
}
