import type { Role } from '#backend/services/staff/actor.ts';
import { may } from '#backend/services/staff/actor.ts';
import { BAG, CLOCK, DOTS, HOME, INFO, LIST, PEOPLE, STAR, TAG, TRUCK } from '#look/shapes.ts';

/** A section of the back office. */
export interface Section {
  path: string;
  name: string;
  shape: string;
  role: Role;
}

/** All sections, in the order of their use. A phone has the first four at its foot and the others behind 'More'. */
const SECTIONS: readonly Section[] = [
  { path: '/admin', name: 'Today', shape: HOME, role: 'packer' },
  { path: '/admin/orders', name: 'Orders', shape: BAG, role: 'packer' },
  { path: '/admin/products', name: 'Products', shape: TAG, role: 'packer' },
  { path: '/admin/reviews', name: 'Reviews', shape: STAR, role: 'packer' },
  { path: '/admin/shipping', name: 'Shipping', shape: TRUCK, role: 'packer' },
  { path: '/admin/shop', name: 'Shop', shape: INFO, role: 'owner' },
  { path: '/admin/publications', name: 'Publications', shape: CLOCK, role: 'owner' },
  { path: '/admin/people', name: 'People', shape: PEOPLE, role: 'owner' },
  { path: '/admin/log', name: 'Log', shape: LIST, role: 'owner' },
];

/** The sections that exist and that a role may open. */
export const sectionsFor = (role: Role, exists: (path: string) => boolean): Section[] =>
  SECTIONS.filter((section) => may(role, section.role) && exists(section.path));

/** How many of them a phone shows at its foot. */
export const AT_FOOT = 4;

export const MORE = { path: '/admin/more', name: 'More', shape: DOTS };

/** Whether a page belongs to a section. */
export const isIn = (section: { path: string }, path: string): boolean =>
  path === section.path || (section.path !== '/admin' && path.startsWith(`${section.path}/`));
