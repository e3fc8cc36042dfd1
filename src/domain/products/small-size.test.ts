import { expect, it } from 'vitest';
import { smallSize } from './small-size.ts';

it('is only that of a sample', () => {
  expect(smallSize('Grand Soir 2 ml')).toBe('2 ml');
  expect(smallSize('Bright Crystal 10ml')).toBe('10ml');
  for (const name of ['Grand Soir', 'Oud Wood 50 ml', 'Oud 100 ml', '2 ml of Oud Wood'])
    expect(smallSize(name)).toBeUndefined();
});
