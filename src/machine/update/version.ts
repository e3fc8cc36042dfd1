/** Compares versions as Semantic Versioning 2.0.0 §11 orders them: negative when `a` is older. */
export function compareVersions(a: string, b: string): number {
  const [coreA = '', preA] = split(a);
  const [coreB = '', preB] = split(b);
  const cores = compareParts(coreA.split('.'), coreB.split('.'));
  if (cores !== 0 || preA === preB) return cores;
  // 1.0.0-rc.1 comes before 1.0.0.
  if (preA === undefined) return 1;
  if (preB === undefined) return -1;
  return compareParts(preA.split('.'), preB.split('.'));
}

/** Whether a version comes before its release, such as 1.0.0-rc.1. */
export const isPreRelease = (version: string): boolean => split(version)[1] !== undefined;

/** A version without its build, in core and pre-release. */
function split(version: string): [core: string, pre?: string] {
  const [whole = ''] = version.split('+');
  const dash = whole.indexOf('-');
  return dash === -1 ? [whole] : [whole.slice(0, dash), whole.slice(dash + 1)];
}

function compareParts(a: readonly string[], b: readonly string[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at++) {
    const [one, other] = [a[at], b[at]];
    if (one === other) continue;
    if (one === undefined) return -1;
    if (other === undefined) return 1;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber && isOtherNumber) return Number(one) - Number(other);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return 0;
}
