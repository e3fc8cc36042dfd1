import { expect, it } from 'vitest';
import { changesBetween } from './change-log.ts';

const LOG = `# Changes

## Unreleased
- not yet

## 1.2.0 – 2027-03-01
- two

### Fixed
- more of two

## 1.1.0 – 2027-01-01
- one

## 1.0.0 – 2026-11-27
- the first
`;

it('shows what came after the installed version, up to the new one', () => {
  expect(changesBetween(LOG, '1.0.0', '1.2.0')).toBe(
    '## 1.2.0 – 2027-03-01\n- two\n\n### Fixed\n- more of two\n\n## 1.1.0 – 2027-01-01\n- one',
  );
  expect(changesBetween(LOG, '1.0.0', '1.1.0')).toBe('## 1.1.0 – 2027-01-01\n- one');
  expect(changesBetween(LOG, '1.2.0', '1.0.0')).toBe('');
});
