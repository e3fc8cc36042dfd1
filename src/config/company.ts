/** A company that keeps personal data for the shop. */
export interface Processor {
  name: string;
  /** As it goes on after the name: 'sends our mail'. */
  does: string;
  /** Where it keeps the data: 'Nigeria', 'Ireland'. */
  country: string;
}

/** Apart from shop.ts, which scripts of pages load. */
interface Company {
  /** Who sells: the name as registered with the Corporate Affairs Commission. */
  name: string;
  /** Its number there, 'RC 1234567' or 'BN 1234567'; null until there is one, and no page speaks of it. */
  registration: string | null;
  dataProtection: {
    /** The Data Protection Officer's name; null if there is none by that title, and the address alone stands. */
    officer: string | null;
    email: string;
    /** Days within which a request is answered: at most 30. */
    answerDays: number;
    /**
     * Who keeps data for you, beside Paystack and the couriers: the hosts of site, API and database, whoever sends the
     * mail. Empty says that the shop runs on your own machines, in Nigeria.
     */
    processors: readonly Processor[];
    /** Years that the books are kept, as the tax law asks. */
    bookYears: number;
  };
  returns: {
    /** Days after delivery in which a sealed bottle may come back though nothing is wrong with it. */
    days: number;
    /** Who pays the courier for that; when something is wrong it is always the shop. */
    courierPaidBy: 'customer' | 'shop';
    /** Working days from the bottle's arrival until the money is sent. */
    refundDays: number;
  };
  /** Minutes that bottles are kept for an order that is not paid yet; the API's HOLD_MINUTES unless that is set. */
  reservationMinutes: number;
  /** What a shopper must know of the pictures, for /about and /terms; null for photographs of the bottles you send. */
  pictures: string | null;
  /** The day (Lagos) of the last change to what the three pages say. */
  changed: string;
}

/** Who sells, and what is promised in its name: read all of it before you open your shop. */
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
