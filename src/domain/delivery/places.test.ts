import { expect, it } from 'vitest';
import { areasOf } from '#domain/places/areas.ts';
import { STATES } from '#domain/places/geography.ts';
import { placesFor } from './places.ts';

const IKEJA = { place: 'Lagos – Ikeja', amount: 3000 };
const ISLAND = { place: 'Lagos – Island', amount: 2500, areas: ['Eti-Osa'], state: 'Lagos' };
const LEKKI = { place: 'Lekki', amount: 3000, areas: ['Eti-Osa'], state: 'Lagos' };
const KANO = { place: 'Kano – City', amount: 7000 };
const ANYWHERE = { place: 'Nationwide', amount: 9000 };

it('a place serves its areas; if two serve the same area, the shopper chooses', () => {
  const places = [ISLAND, LEKKI, KANO];
  expect(placesFor(places, 'Lagos', 'Eti-Osa')).toEqual({
    serving: [ISLAND, LEKKI],
    delivered: [ISLAND, LEKKI],
    others: [],
  });
  expect(placesFor(places, 'Lagos', 'Epe')).toEqual({
    serving: [],
    delivered: [],
    others: [ISLAND, LEKKI],
  });
});

it('without areas, a place serves the whole state in its name; an area in its name comes first', () => {
  const places = [{ place: 'Lagos – Mainland', amount: 3000 }, IKEJA, KANO];
  expect(placesFor(places, 'Lagos', 'Ikeja').serving).toEqual([IKEJA, places[0]]);
  expect(placesFor(places, 'Kano', 'Dala').serving).toEqual([KANO]);
  expect(placesFor(places, 'Ogun', 'Ifo')).toEqual({ serving: [], delivered: [], others: [] });
});

it('a place without a state serves all states', () => {
  for (const { state } of STATES) {
    for (const area of areasOf(state)) {
      expect(placesFor([ANYWHERE], state, area).serving).toEqual([ANYWHERE]);
    }
  }
});

it('the backend’s state wins over the name', () => {
  const place = { place: 'Kano Street, Ikeja', amount: 1, state: 'Lagos' };
  expect(placesFor([place], 'Lagos', 'Ikeja').serving).toEqual([place]);
  expect(placesFor([place], 'Kano', 'Dala').serving).toEqual([]);
});

it('a pick-up place serves an area, but has no delivery', () => {
  const pickup = { place: 'Pickup – Ikeja, Lagos', amount: 0, areas: ['Ikeja'], state: 'Lagos' };
  expect(placesFor([IKEJA, pickup], 'Lagos', 'Ikeja')).toMatchObject({
    serving: [IKEJA, pickup],
    delivered: [IKEJA],
  });
});
