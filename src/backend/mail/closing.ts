import { company } from '#config/company.ts';
import { shop } from '#config/shop.ts';
import type { Words } from './draft.ts';

/** Returns the sender: the last line of every email. */
export const seller = (): string =>
  [company.name, company.registration, ...shop.address].filter(Boolean).join(', ');

/** Returns the end of every email to a customer: whom to ask. `more` is a sentence at the end. */
export const questions = (more = ''): Words => [
  'Questions? Call ',
  { text: shop.phone.label, href: shop.phone.href },
  ' or write to ',
  { text: shop.email, href: `mailto:${shop.email}` },
  `.${more && ` ${more}`}`,
];
