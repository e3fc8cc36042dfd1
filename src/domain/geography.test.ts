import { expect, it } from 'vitest';
import { areasOf, STATES } from './geography.ts';

it('has 36 states, the FCT as abuja, and 774 areas', () => {
  expect(STATES).toHaveLength(37);
  expect(STATES.find((entry) => entry.alias === 'abuja')?.state).toBe('Federal Capital Territory');
  const keys = STATES.flatMap(({ state, lgas }) => lgas.map((lga) => `${state}/${lga}`));
  expect(keys).toHaveLength(774);
  expect(new Set(keys).size).toBe(774);
});

it('knows an area by its state: Surulere lies in Lagos and in Oyo', () => {
  expect(areasOf('Lagos')).toContain('Surulere');
  expect(areasOf('Oyo')).toContain('Surulere');
  expect(areasOf('Atlantis')).toEqual([]);
});
