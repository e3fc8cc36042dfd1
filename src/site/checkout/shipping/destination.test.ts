import { cleanTestStorage, useTestStorageEngine } from '@nanostores/persistent';
import { beforeEach, expect, it, vi } from 'vitest';

vi.mock('astro:env/client', () => ({ PUBLIC_API_URL: '' }));
useTestStorageEngine();
const { $draft, beginDraft, dropDraft, keepDraft } = await import('#site/checkout/draft-store.ts');
const { followDraft } = await import('./destination.ts');
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
const type = async (field: 'state' | 'city' | 'shippingLocation', value: string) => {
  keepDraft({ [field]: value });
  await followDraft(field);
  return $draft.get().shippingLocation;
};

it('chooses the place that alone brings a parcel to the city, and not the pick-up', async () => {
  await type('state', 'Lagos');
  expect(await type('city', 'Ikeja')).toBe(IKEJA.place);
  expect($destination.get()).toEqual({ state: 'Lagos', area: 'Ikeja', place: IKEJA.place });
});

it('leaves the choice to the shopper where several fit, or none', async () => {
  await type('state', 'Lagos');
  expect(await type('city', 'Eti-Osa')).toBe('');
  expect(await type('city', 'Epe')).toBe('');
  expect($destination.get()).toBeNull();
});

it('keeps a place that serves the city, and one in another state, which the shopper meant', async () => {
  await type('state', 'Lagos');
  await type('city', 'Eti-Osa');
  await type('shippingLocation', LEKKI.place);
  expect(await type('city', 'Ikeja')).toBe(IKEJA.place);
  await type('shippingLocation', PICKUP.place);
  expect(await type('city', 'Ikeja')).toBe(PICKUP.place);
  await type('shippingLocation', KANO.place);
  expect(await type('city', 'Ikeja')).toBe(KANO.place);
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
