import { describe, expect, it } from 'vitest';
import { areasOf } from '#domain/places/areas.ts';
import { duplicates, readJson } from './files.harness.ts';

interface ShippingPlace {
  place: string;
  state: string;
  areas?: string[];
  amount: number;
}

describe('demo shipping places', () => {
  const places = readJson('shipping-places.json') as ShippingPlace[];
  const NEAR = ['Lagos'];
  const TWICE = ['Federal Capital Territory', 'Rivers', 'Kano', 'Oyo'];
  const ONCE = [
    'Abia',
    'Adamawa',
    'Akwa Ibom',
    'Anambra',
    'Bauchi',
    'Bayelsa',
    'Benue',
    'Borno',
    'Cross River',
    'Delta',
    'Ebonyi',
    'Edo',
    'Ekiti',
    'Enugu',
    'Gombe',
    'Imo',
    'Jigawa',
    'Kaduna',
    'Katsina',
    'Kebbi',
    'Kogi',
    'Kwara',
    'Nasarawa',
    'Niger',
    'Ogun',
    'Ondo',
    'Osun',
    'Plateau',
    'Sokoto',
    'Taraba',
    'Yobe',
    'Zamfara',
  ];
  const inState = (state: string) => places.filter((place) => place.state === state);

  it('have unique names', () => {
    expect(duplicates(places.map(({ place }) => place.toLowerCase()))).toEqual([]);
  });

  it('reach all 36 states and the Federal Capital Territory', () => {
    const states = [...NEAR, ...TWICE, ...ONCE];
    expect(states).toHaveLength(37);
    expect(new Set(places.map(({ state }) => state))).toEqual(new Set(states));
    for (const state of TWICE) expect(inState(state).length).toBeGreaterThanOrEqual(2);
    expect(inState('Lagos').length).toBeGreaterThanOrEqual(8);
  });

  it('serve areas of their state: each of Lagos by one place at least, and Eti-Osa by two', () => {
    for (const { state, areas = [] } of places)
      expect(areasOf(state)).toEqual(expect.arrayContaining(areas));
    const delivered = inState('Lagos').filter(({ areas }) => areas);
    const serving = (area: string) => delivered.filter(({ areas }) => areas?.includes(area)).length;
    expect(areasOf('Lagos').filter((area) => serving(area) === 0)).toEqual([]);
    expect(serving('Eti-Osa')).toBe(2);
    // The demo's couriers do not go there, and the shop says so.
    expect(inState('Borno').flatMap(({ areas }) => areas)).not.toContain('Bama');
  });

  it('cost ₦2,500 to ₦9,500, and nothing at the store', () => {
    const free = places.filter(({ amount }) => amount === 0);
    expect(free).toEqual([{ place: 'Store pickup – Ikoyi, Lagos', state: 'Lagos', amount: 0 }]);
    for (const { amount } of places.filter((place) => !free.includes(place))) {
      expect(amount % 500).toBe(0);
      expect(amount).toBeGreaterThanOrEqual(2_500);
      expect(amount).toBeLessThanOrEqual(9_500);
    }
  });
});
