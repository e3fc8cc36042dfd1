import type { ShippingPlace } from '#contract/app-data.ts';

/** The delivery places of the gallery. */
export const places: readonly ShippingPlace[] = [
  { place: 'Store pickup – Ikoyi, Lagos', amount: 0 },
  {
    place: 'Lagos – Ikeja',
    amount: 3000,
    state: 'Lagos',
    areas: ['Ikeja'],
    onDelivery: 2_000_000,
    deposit: true,
  },
  {
    place: 'Lagos – Lekki–Ajah',
    amount: 3000,
    state: 'Lagos',
    areas: ['Eti-Osa', 'Ibeju-Lekki'],
  },
  {
    place: 'Lagos – Island (Ikoyi, Victoria Island)',
    amount: 2500,
    state: 'Lagos',
    areas: ['Eti-Osa', 'Lagos Island'],
  },
  { place: 'Abuja – Federal Capital Territory, with Gwagwalada and Kwali', amount: 5500.5 },
  { place: 'Kano – Kano', amount: 7500 },
  { place: 'Rivers – Port Harcourt', amount: 6000, state: 'Rivers', areas: ['Port Harcourt'] },
];
