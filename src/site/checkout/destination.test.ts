import { cleanTestStorage, useTestStorageEngine } from '@nanostores/persistent';
import { beforeEach, expect, it, vi } from 'vitest';

vi.mock('astro:env/client', () => ({ PUBLIC_API_URL: '' }));
useTestStorageEngine();
const { $draft, dropDraft, keepDraft } = await import('./draft-store.ts');
const { beginDraft, followDraft } = await import('./destination.ts');
const { $destination, decodeDestination } = await import('#site/delivery/destination-store.ts');
const { $shippingPlaces } = await import('#site/delivery/places-store.ts');

const PICKUP = { place: 'Store pickup – Ikoyi, Lagos', amount: 0, state: 'Lagos', areas: null };
const IKEJA = { place: 'Lagos – Ikeja', amount: 3000, state: 'Lagos', areas: ['Ikeja'] };
const ISLAND = { place: 'Lagos – Island', amount: 2500, state: 'Lagos', areas: ['Eti-Osa'] };
const LEKKI = { place: 'Lagos – Lekki', amount: 3000, state: 'Lagos', areas: ['Eti-Osa'] };
const KANO = { place: 'Kano – City', amount: 7000, state: 'Kano', areas: null };

beforeEach(() => {
  cleanTestStorage();
  dropDraft();
  $destination.set(null);
  $shippingPlaces.set({ list: [PICKUP, IKEJA, ISLAND, LEKKI, KANO], failed: false });
});
/** Types into a field as the form does. */
const type = (field: 'state' | 'city' | 'shippingLocation', value: string) => {
  keepDraft({ [field]: value });
  followDraft(field);
  return $draft.get().shippingLocation;
};

it('chooses the place that alone brings a parcel to the city, and not the pick-up', () => {
  type('state', 'Lagos');
  expect(type('city', 'Ikeja')).toBe(IKEJA.place);
  expect($destination.get()).toEqual({ state: 'Lagos', area: 'Ikeja', place: IKEJA.place });
});

it('leaves the choice to the shopper where several fit, or none', () => {
  type('state', 'Lagos');
  expect(type('city', 'Eti-Osa')).toBe('');
  expect(type('city', 'Epe')).toBe('');
  expect($destination.get()).toBeNull();
});

it('keeps a place that serves the city, and one in another state, which the shopper meant', () => {
  type('state', 'Lagos');
  type('city', 'Eti-Osa');
  type('shippingLocation', LEKKI.place);
  expect(type('city', 'Ikeja')).toBe(IKEJA.place);
  type('shippingLocation', PICKUP.place);
  expect(type('city', 'Ikeja')).toBe(PICKUP.place);
  type('shippingLocation', KANO.place);
  expect(type('city', 'Ikeja')).toBe(KANO.place);
});

it('begins with the destination of the device, and never changes a draft that knows better', () => {
  $destination.set({ state: 'Kano', area: 'Dala', place: KANO.place });
  beginDraft();
  expect($draft.get()).toMatchObject({
    state: 'Kano',
    city: 'Dala',
    shippingLocation: KANO.place,
  });
  $destination.set({ state: 'Lagos', area: 'Ikeja', place: IKEJA.place });
  beginDraft();
  expect($draft.get().state).toBe('Kano');
});

it('drops a stored destination that is none', () => {
  for (const text of [
    '',
    '{',
    'null',
    '[]',
    '{"state":""}',
    '{"state":"Kano","area":1,"place":""}',
  ]) {
    expect(decodeDestination(text)).toBeNull();
  }
  const stored = { state: 'Borno', area: 'Bama', place: '' };
  expect(decodeDestination(JSON.stringify({ ...stored, more: 1 }))).toEqual(stored);
});
