import { expect, it } from 'vitest';
import { findState, STATES, stateOfPlace } from './geography.ts';

it('has 36 states, and the FCT as abuja', () => {
  expect(STATES).toHaveLength(37);
  expect(STATES.find((entry) => entry.alias === 'abuja')?.state).toBe('Federal Capital Territory');
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
