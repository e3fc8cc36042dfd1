import { expect, it } from 'vitest';
import { compareVersions } from './version.ts';

it('orders versions as Semantic Versioning does, its own example included', () => {
  const ordered = [
    '0.9.0',
    ...['1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta', '1.0.0-beta.2'],
    ...['1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.2', '1.0.10', '1.9.0', '1.10.0', '2.0.0'],
  ];
  expect(ordered.toReversed().sort(compareVersions)).toEqual(ordered);
  expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
});
