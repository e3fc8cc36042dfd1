import { company } from '#config/company.ts';
import { shop } from '#config/shop.ts';
import type { Words } from './draft.ts';

/** Who writes: the last line of every letter. */
export const SELLER = [company.name, company.registration, ...shop.address]
  .filter(Boolean)
  .join(', ');

/** How every letter to a customer ends: whom to ask, and what to name. */
export const questions = (more = ''): Words => [
  'Questions? Call ',
  { text: shop.phone.label, href: shop.phone.href },
  ' or write to ',
  { text: shop.email, href: `mailto:${shop.email}` },
  `.${more && ` ${more}`}`,
];
