import type { DeliveryFacts } from './promise.ts';

/** The demo's facts (spec §1). */
export const FACTS: DeliveryFacts = {
  cutOff: '12:00',
  weekdays: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'],
  dispatchDays: 0,
  near: [{ states: ['Lagos'], from: 1, to: 1 }],
  elsewhere: { from: 2, to: 5 },
  closed: [],
  open: [],
};
