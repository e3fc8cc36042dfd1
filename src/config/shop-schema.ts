import * as z from 'zod';
import { WEEKDAYS } from '#domain/delivery/calendar.ts';
import { STATES } from '#domain/places/geography.ts';

/** The schema of shop.json (src/demo/shop/README.md). Each message is the rest of a sentence that begins with the field. */

const line = (most: number) =>
  z
    .string('must be text')
    .trim()
    .min(1, 'must not be empty')
    .max(most, `has more than ${most} characters: shorten it`);

const list = <T extends z.ZodType>(item: T, most: number) =>
  z.array(item, 'must be a list').max(most, `has more than ${most} entries: remove some`);

const whole = (min: number, max: number) => {
  const wanted = `must be a whole number from ${min} to ${max}`;
  return z.int(wanted).min(min, wanted).max(max, wanted);
};

const email = z.email('must be an email address');

/** A page of the site, or an address elsewhere. Browsers read a backslash as a slash, so /\evil.example is another host. */
const href = z
  .string('must be text')
  .regex(
    /^(\/(?!\/)|https:\/\/|tel:|mailto:)[^\s\\]*$/,
    'must begin with / or https://, without spaces and backslashes',
  );

const link = z.strictObject({ label: line(60), href });

const banner = z.strictObject({
  /** Names pictures/{picture}.jpg. A tall screen shows {picture}-portrait.jpg if it exists, otherwise the right-hand end. */
  picture: z
    .string('must be text')
    .regex(/^[a-z0-9-]+$/, 'must be the name of a file in pictures/, without .jpg'),
  title: line(80),
  text: line(200),
  link,
});

const processor = z.strictObject({ name: line(100), does: line(200), country: line(60) });

const company = z.strictObject({
  /** The seller's name, as registered with the Corporate Affairs Commission. */
  name: line(200),
  /** Its registration number, 'RC 1234567' or 'BN 1234567'. Null until there is one; no page mentions it then. */
  registration: line(60).nullable(),
  dataProtection: z.strictObject({
    /** The name of the Data Protection Officer. Null if nobody has that title; pages then show only the address. */
    officer: line(200).nullable(),
    email,
    /** Days within which you answer a request. */
    answerDays: whole(1, 30),
    /**
     * Companies that keep data for you, besides Paystack and the couriers: the hosts of site, API and database, and the
     * mail provider. An empty list means that the shop runs on your own machines, in Nigeria.
     */
    processors: list(processor, 20),
    /** Years for which you keep accounting records, as tax law requires. */
    bookYears: whole(1, 30),
  }),
  returns: z.strictObject({
    /** Days after delivery within which a customer may return a sealed bottle that has no fault. */
    days: whole(0, 365),
    /** The payer of the courier for such a return. For a faulty bottle it is always the shop. */
    courierPaidBy: z.enum(['customer', 'shop'], 'must be customer or shop'),
    /** Working days from the arrival of the bottle to the refund. */
    refundDays: whole(1, 60),
    /**
     * Whether customers ask for returns on the pages of their orders (extension order.return), and whether a bottle without
     * a fault may be opened. Null if they write or call.
     */
    online: z
      .strictObject({ opened: z.boolean('must be true or false') })
      .nullable()
      .default(null),
  }),
  /** Minutes for which units are reserved for an unpaid order. The default of the API's RESERVATION_MINUTES. */
  reservationMinutes: whole(1, 24 * 60),
  /** A note for shoppers about the pictures, for /about and /terms. Null if they show the bottles you send. */
  pictures: line(500).nullable(),
  /** The day (in Lagos) of the last change to the privacy, returns or terms page. */
  changed: z.iso.date('must be a day such as 2026-11-22'),
});

/** Campaign words of a feed's links: 'utm_source=google&utm_medium=shopping', or '' for none. */
const words = (standard: string) =>
  z
    .string('must be text')
    .max(300, 'has more than 300 characters: shorten it')
    .regex(
      /^(?:[a-z_]{1,40}=[\w.~%-]{1,100}(?:&(?!$)|$))*$/,
      'must be words such as utm_source=google&utm_medium=shopping, joined by &',
    )
    .default(standard);

/** For each feed of a release (src/site/feeds). */
const campaigns = z.strictObject({
  google: words('utm_source=google&utm_medium=shopping&utm_campaign=feed'),
  meta: words('utm_source=meta&utm_medium=catalogue&utm_campaign=feed'),
  acp: words('utm_source=acp&utm_medium=agent&utm_campaign=feed'),
  arrivals: words('utm_source=rss&utm_medium=feed&utm_campaign=new-arrivals'),
});

const transit = {
  /** Working days from dispatch to arrival: at least, and at most. */
  from: whole(0, 60),
  to: whole(0, 60),
};
const inOrder = ({ from, to }: { from: number; to: number }) => from <= to;
const NOT_IN_ORDER = 'must not have more days in from than in to';

const day = z.iso.date('must be a day such as 2026-12-24');

/** The rules of dispatch, from which the promised dates are calculated (decision 33). The defaults are those of spec §1. */
const delivery = z.strictObject({
  /** Orders paid before this time in Lagos count for the day, later ones for the next working day. */
  cutOff: z
    .string('must be text')
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 12:00')
    .default('12:00'),
  /** The days on which you dispatch and couriers deliver. */
  weekdays: list(z.enum(WEEKDAYS, 'must be a weekday such as Monday'), 7)
    .min(1, 'must not be empty')
    .default(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']),
  /** Working days from an order to its dispatch; 0 for the same day. */
  dispatchDays: whole(0, 30).default(0),
  /** States with delivery times that differ from the rest. */
  near: list(
    z
      .strictObject({
        states: list(
          z.enum(
            STATES.map(({ state }) => state),
            'must be a state such as Lagos, or Federal Capital Territory',
          ),
          37,
        ).min(1, 'must not be empty'),
        ...transit,
      })
      .refine(inOrder, NOT_IN_ORDER),
    37,
  ).default([{ states: ['Lagos'], from: 1, to: 1 }]),
  elsewhere: z.strictObject(transit).refine(inOrder, NOT_IN_ORDER).default({ from: 2, to: 5 }),
  /** Days without dispatch and delivery, besides Nigeria's public holidays. */
  closed: list(day, 200).default([]),
  /** Public holidays with dispatch: when the moon has moved a feast to another day than expected. */
  open: list(day, 200).default([]),
});

/** The content of shop.json. */
export const shopFile = z.strictObject({
  name: line(40),
  tagline: line(80),
  /** The description for search engines and link previews, after the tagline, without a full stop. */
  description: line(200),
  /** The first paragraph of /about. */
  about: line(1000),
  /** Your range, after its number on /about, without a full stop: 'the designers everyone asks for, perfume oils'. */
  range: line(300),
  phone: link,
  email,
  chat: link,
  social: link,
  /** Lines of the address, the place last. */
  address: list(line(100), 6).min(1, 'must not be empty'),
  hours: line(100),
  /** The logo in the header instead of the name: a file of public/, with its size in pixels. Null shows the name. */
  logo: z
    .strictObject({ src: href, width: whole(1, 2000), height: whole(1, 2000) })
    .nullable()
    .default(null),
  /** A script of public/ that every page loads, such as your own counter: '/counter.js'. Null for none. */
  counter: z
    .string('must be text')
    .regex(/^(\/[\w-][\w.-]*)+\.js$/, 'must be a file of public/, such as /counter.js')
    .nullable()
    .default(null),
  /** The banners of the landing page; the demo's five are those of spec §2. */
  banners: list(banner, 10).min(1, 'must not be empty'),
  /** Brands on the landing page, in this order. They are also the brands of a backend that names none (spec §2). */
  brands: list(line(100), 60),
  /** The promo banner of the landing page. Null shows none. */
  promo: line(120).nullable(),
  reassurance: list(z.strictObject({ title: line(60), text: line(200) }), 6),
  /** The paragraphs of the Shipping & Delivery dialog (spec §1). The confirmation of an order quotes the first. */
  deliveryPolicy: list(line(600), 12).min(1, 'must not be empty'),
  /** The time of a parcel's arrival, in a sentence or two, on the page of a product. */
  deliverySummary: line(400),
  /** The id of the product that wraps a gift: the checkout offers to add it. Null offers none. */
  giftWrapping: line(200).nullable().default(null),
  /**
   * Your own bank account, for the way to pay `bank` (PAYMENT_WAYS). Null if there is none. Only this file changes it: who
   * sits at an unlocked phone must not send your customers' money elsewhere.
   */
  bankAccount: z
    .strictObject({
      bank: line(100),
      number: z.string('must be text').regex(/^\d{10}$/, 'must have ten digits'),
      name: line(100),
      /** Days for which an order waits for the transfer. */
      days: whole(1, 14),
      /** Naira: larger orders are not taken in this way. */
      most: whole(1, 1_000_000_000),
    })
    .nullable()
    .default(null),
  /**
   * Paying the courier, for the way to pay `delivery` (PAYMENT_WAYS). Null if nobody can. Only this file changes it: a
   * parcel that goes out unpaid is a risk that its owner takes.
   */
  payOnDelivery: z
    .strictObject({
      /** The names of the shipping places where it is offered. Null for all of them. */
      places: list(line(200), 800).nullable(),
      /** Naira: larger orders are not taken in this way. */
      most: whole(1, 1_000_000_000),
      /** Whether she pays the delivery fee before, by another way. It is kept if nobody takes the parcel. */
      deposit: z.boolean('must be true or false').default(false),
    })
    .nullable()
    .default(null),
  /** Days for which the price of a sample comes off a bottle of its fragrance, by a code. 0 switches this off. */
  sampleCreditDays: whole(0, 3650).default(0),
  /** Whether customers cancel their orders themselves until these are packed. */
  cancelling: z.boolean('must be true or false').default(true),
  /** Tells your statistics which visits each feed brings. Absent ones have the default. */
  campaigns: campaigns.prefault({}),
  delivery: delivery.prefault({}),
  company,
});

/** The content of shop.json after reading. */
export type ShopFile = z.output<typeof shopFile>;
