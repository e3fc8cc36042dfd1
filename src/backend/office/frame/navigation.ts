import type { Role } from '#backend/staff/actor.ts';
import { may } from '#backend/staff/actor.ts';
import { INFO } from '#look/checkout-shapes.ts';
import {
  BAG,
  CLOCK,
  DOTS,
  HOME,
  LETTER,
  LIST,
  NOTE,
  PEOPLE,
  PERCENT,
  PERSON,
  STAR,
  TAG,
  TRUCK,
} from '#look/shapes.ts';

/** A section of the back office. */
export interface Section {
  path: string;
  name: string;
  shape: string;
}

/** All sections, by frequency of use. A phone shows the first four at the bottom and the others behind 'More'. */
const SECTIONS: readonly Section[] = [
  { path: '/admin', name: 'Today', shape: HOME },
  { path: '/admin/orders', name: 'Orders', shape: BAG },
  { path: '/admin/products', name: 'Products', shape: TAG },
  { path: '/admin/reviews', name: 'Reviews', shape: STAR },
  { path: '/admin/promotions', name: 'Promotions', shape: PERCENT },
  { path: '/admin/shipping', name: 'Shipping', shape: TRUCK },
  { path: '/admin/shop', name: 'Shop', shape: INFO },
  { path: '/admin/payments', name: 'Money without an order', shape: NOTE },
  { path: '/admin/publications', name: 'The site', shape: CLOCK },
  { path: '/admin/emails', name: 'Emails', shape: LETTER },
  { path: '/admin/accounts', name: 'Shoppers', shape: PERSON },
  { path: '/admin/people', name: 'People', shape: PEOPLE },
  { path: '/admin/log', name: 'Log', shape: LIST },
];

/**
 * Returns the sections that a role may open.
 * @param roleOf - the least role of a page; undefined where there is none.
 */
export const sectionsFor = (role: Role, roleOf: (path: string) => Role | undefined): Section[] =>
  SECTIONS.filter(({ path }) => {
    const needed = roleOf(path);
    return needed !== undefined && may(role, needed);
  });

/** The number of sections at the bottom of a phone. */
export const AT_FOOT = 4;

export const MORE = { path: '/admin/more', name: 'More', shape: DOTS };

/** Whether a page belongs to a section. */
export const isIn = (section: { path: string }, path: string): boolean =>
  path === section.path || (section.path !== '/admin' && path.startsWith(`${section.path}/`));
