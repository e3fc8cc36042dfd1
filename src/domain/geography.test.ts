import { expect, it } from 'vitest';
import { areasOf, findState, STATES, stateOfPlace } from './geography.ts';

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

it.each([
  ['Store pickup – Ikoyi, Lagos', 'Lagos'],
  ['Abuja – Outskirts (Kubwa, Lugbe, Gwagwalada)', 'Federal Capital Territory'],
  ['Cross River – Calabar', 'Cross River'],
  ['AKWA-IBOM', 'Akwa Ibom'],
  ['Niger – Minna', 'Niger'],
  ['Oyo – Ogbomoso, Oyo, Iseyin', 'Oyo'],
  ['FCT – Kubwa', 'Federal Capital Territory'],
  ['Anywhere in Nigeria', undefined],
  ['Lagoszone 3', undefined],
  ['', undefined],
])('%j lies in %s', (place, state) => {
  expect(stateOfPlace(place)).toBe(state);
});

it.each([
  ['Kano', 'Kano'],
  [' kano state', 'Kano'],
  ['FCT', 'Federal Capital Territory'],
  ['Abuja', 'Federal Capital Territory'],
  ['akwa_ibom', 'Akwa Ibom'],
  ['Kano – Nassarawa', undefined],
  ['State', undefined],
  ['', undefined],
])('%j names the state %s', (text, state) => {
  expect(findState(text)).toBe(state);
});
