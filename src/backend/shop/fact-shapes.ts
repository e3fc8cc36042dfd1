import type { ChangeableField } from '#config/shop-changes.ts';
import { WEEKDAYS } from '#domain/delivery/calendar.ts';
import { STATES } from '#domain/places/geography.ts';

/** A text of one line, or of several if `long`. An empty one is null if `optional`. */
interface TextShape {
  kind: 'text';
  label: string;
  hint?: string;
  long?: boolean;
  optional?: boolean;
  /** Whether it is one of the folder's pictures. */
  picture?: boolean;
}

/** A list of texts, one on each line, or ticked among `choices`. */
interface LinesShape {
  kind: 'lines';
  label: string;
  hint?: string;
  long?: boolean;
  choices?: readonly string[];
}

/** A value with named parts. */
export interface PartsShape {
  kind: 'parts';
  label: string;
  hint?: string;
  parts: Readonly<Record<string, Shape>>;
}

/** A list whose order matters. Entries are texts or have parts. */
export interface ListShape {
  kind: 'list';
  label: string;
  /** The name of one entry. */
  one: string;
  hint?: string;
  entry: TextShape | PartsShape;
}

/** The form of a fact of the shop, or of a part of one. */
export type Shape =
  | TextShape
  | LinesShape
  | PartsShape
  | ListShape
  | { kind: 'number' | 'tick'; label: string; hint?: string };

const text = (label: string, more: Omit<TextShape, 'kind' | 'label'> = {}): TextShape => ({
  kind: 'text',
  label,
  ...more,
});
const lines = (label: string, more: Omit<LinesShape, 'kind' | 'label'> = {}): LinesShape => ({
  kind: 'lines',
  label,
  ...more,
});
const number = (label: string, hint?: string): Shape => ({
  kind: 'number',
  label,
  ...(hint !== undefined && { hint }),
});
const tick = (label: string, hint: string): Shape => ({ kind: 'tick', label, hint });
const parts = (label: string, named: PartsShape['parts'], hint?: string): PartsShape => ({
  kind: 'parts',
  label,
  parts: named,
  ...(hint !== undefined && { hint }),
});
const list = (label: string, one: string, entry: ListShape['entry'], hint?: string): ListShape => ({
  kind: 'list',
  label,
  one,
  entry,
  ...(hint !== undefined && { hint }),
});

const link = (label: string, hint: string): PartsShape =>
  parts(label, { label: text('Words'), href: text('Address', { hint }) });

const arrival = { from: number('Working days at least'), to: number('Working days at most') };
const DAYS = 'One day on each line, such as 2026-12-24.';
const CAMPAIGN = 'Such as utm_source=google&utm_medium=shopping, or empty.';

/** Every fact that staff may change. The schema of shop.json says which values are valid. */
export const SHAPES: Readonly<Record<ChangeableField, Shape>> = {
  promo: text('Promo words', {
    hint: 'The coloured line of the landing page. Empty shows none.',
    optional: true,
  }),
  banners: list(
    'Banners',
    'Banner',
    parts('Banner', {
      picture: text('Picture', { picture: true }),
      title: text('Title'),
      text: text('Text', { long: true }),
      link: link('Button', 'A page such as /products, or https://…'),
    }),
    'They turn on the landing page, in this order.',
  ),
  brands: list(
    'Order of brands',
    'Brand',
    text('Brand'),
    'The brands on the landing page, in this order.',
  ),
  reassurance: list(
    'Promises',
    'Promise',
    parts('Promise', { title: text('Title'), text: text('Text', { long: true }) }),
    'The short promises on the landing page.',
  ),
  tagline: text('Tagline'),
  description: text('Description', {
    long: true,
    hint: 'What search engines and link previews say, without a full stop.',
  }),
  about: text('About the shop', { long: true, hint: 'The first paragraph of the page /about.' }),
  range: text('What you sell', {
    long: true,
    hint: 'After the number of products on /about, without a full stop.',
  }),
  phone: link('Phone', 'tel:+234…'),
  email: text('Email address'),
  chat: link('Chat', 'https://wa.me/234…'),
  social: link('Social page', 'https://…'),
  address: lines('Address', { hint: 'One line on each line, the place last.' }),
  hours: text('Opening hours'),
  deliverySummary: text('When a parcel arrives', {
    long: true,
    hint: 'A sentence or two on the page of each product.',
  }),
  deliveryPolicy: lines('Shipping & Delivery', {
    long: true,
    hint: 'One paragraph on each line. Confirmations of orders quote the first.',
  }),
  delivery: parts(
    'How parcels go out',
    {
      cutOff: text('Orders count for the day before', { hint: 'A time in Lagos such as 12:00.' }),
      weekdays: lines('Days of dispatch', { choices: WEEKDAYS }),
      dispatchDays: number('Working days until dispatch'),
      near: list(
        'States with times of their own',
        'Group of states',
        parts('Group of states', {
          states: lines('States', { hint: `One on each line, such as ${STATES[0]?.state}.` }),
          ...arrival,
        }),
      ),
      elsewhere: parts('All other states', arrival),
      closed: lines('Days without dispatch', { hint: `Besides public holidays. ${DAYS}` }),
      open: lines('Public holidays with dispatch', { hint: DAYS }),
    },
    'What shoppers are promised is calculated from it.',
  ),
  giftWrapping: text('Gift wrapping', {
    hint: 'The id of the product that wraps a gift, at the end of its address. Empty offers none.',
    optional: true,
  }),
  sampleCreditDays: number(
    'Days for which a sample comes off its bottle',
    'What a customer paid for it comes off, by a code in the email of that order. 0 for never.',
  ),
  cancelling: tick(
    'Customers cancel their orders themselves',
    'Until an order is packed. What was paid goes back by itself.',
  ),
  campaigns: parts(
    'Campaign words of the feeds',
    {
      google: text('Google', { hint: CAMPAIGN }),
      meta: text('Meta', { hint: CAMPAIGN }),
      acp: text('Agents', { hint: CAMPAIGN }),
      arrivals: text('New arrivals', { hint: CAMPAIGN }),
    },
    'They tell your statistics which visits each feed brings.',
  ),
};
