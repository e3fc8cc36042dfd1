import { expect, it } from 'vitest';
import areas from './areas.json' with { type: 'json' };
import { areasOf } from './areas.ts';
import { STATES } from './geography.ts';

it('has 774 areas in the states of geography.ts, and in no other', () => {
  expect(Object.keys(areas)).toEqual(STATES.map(({ state }) => state));
  const keys = STATES.flatMap(({ state }) => areasOf(state).map((area) => `${state}/${area}`));
  expect(keys).toHaveLength(774);
  expect(new Set(keys).size).toBe(774);
});

it('knows an area by its state: Surulere is in Lagos and in Oyo', () => {
  expect(areasOf('Lagos')).toContain('Surulere');
  expect(areasOf('Oyo')).toContain('Surulere');
  expect(areasOf('Atlantis')).toEqual([]);
  expect(areasOf('constructor')).toEqual([]);
});
