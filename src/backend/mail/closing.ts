import { house } from '#config/house.ts';
import { store } from '#config/store.ts';
import type { Words } from './letter.ts';

/** Who writes: the last line of every letter. */
export const SELLER = [house.company, house.registration, ...store.address]
  .filter(Boolean)
  .join(', ');

/** How every letter to a customer ends: whom to ask, and what to name. */
export const questions = (more = ''): Words => [
  'Questions? Call ',
  { text: store.phone.label, href: store.phone.href },
  ' or write to ',
  { text: store.email, href: `mailto:${store.email}` },
  `.${more && ` ${more}`}`,
];
