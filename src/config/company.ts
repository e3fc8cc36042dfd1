/** A company that processes personal data for the shop. */
export interface Processor {
  name: string;
  /** What follows the name in a sentence: 'sends our mail'. */
  does: string;
  /** Where it keeps the data: 'Nigeria', 'Ireland'. */
  country: string;
}

/** Separate from shop.ts, which pages' scripts load. */
interface Company {
  /** The seller's name, as registered with the Corporate Affairs Commission. */
  name: string;
  /** Its registration number, 'RC 1234567' or 'BN 1234567'. Null until there is one; then no page mentions it. */
  registration: string | null;
  dataProtection: {
    /** The name of the Data Protection Officer. Null if nobody has that title; then pages show only the address. */
    officer: string | null;
    email: string;
    /** Days within which you answer a request: at most 30. */
    answerDays: number;
    /**
     * Companies that keep data for you, besides Paystack and the couriers: the hosts of site, API and database, and the
     * mail provider. An empty list says that the shop runs on your own machines, in Nigeria.
     */
    processors: readonly Processor[];
    /** Years for which you keep accounting records, as tax law requires. */
    bookYears: number;
  };
  returns: {
    /** Days after delivery within which a customer may return a sealed bottle that has no fault. */
    days: number;
    /** Who pays the courier for such a return. For a faulty bottle it is always the shop. */
    courierPaidBy: 'customer' | 'shop';
    /** Working days from the arrival of the bottle to the refund. */
    refundDays: number;
  };
  /** Minutes for which units are reserved for an unpaid order. The default of the API's RESERVATION_MINUTES. */
  reservationMinutes: number;
  /** What a shopper must know about the pictures, for /about and /terms. Null if they show the bottles you send. */
  pictures: string | null;
  /** The day (in Lagos) of the last change to the privacy, returns or terms page. */
  changed: string;
}

/** The seller, and its promises to customers. Read all of it before you open your shop. */
export const company: Company = {
  name: 'Turare',
  registration: null,
  dataProtection: {
    officer: null,
    email: 'privacy@turare.example',
    answerDays: 30,
    processors: [],
    bookYears: 6,
  },
  returns: { days: 7, courierPaidBy: 'customer', refundDays: 5 },
  reservationMinutes: 60,
  pictures:
    'The bottles in our pictures are our own designs. What you get is the bottle and the box of the house that made the fragrance.',
  changed: '2026-11-22',
};
