/** The store's own facts: what a merchant changes to make this shop theirs. */
export const store = {
  name: 'Turare',
  tagline: 'A fragrance house for Nigeria',
  /** ISO country, fixed at checkout (spec §1). */
  country: 'Nigeria',
  phone: { label: '0700-TURARE-0', href: 'tel:+2347008872730' },
  email: 'hello@turare.example',
  chat: { label: 'WhatsApp', href: 'https://wa.me/2347008872730' },
  social: { label: 'TikTok', href: 'https://www.tiktok.com/@turare' },
  address: ['14 Awolowo Road', 'Ikoyi, Lagos'],
  /** Houses shown on the landing page, and the brands of a backend that names none (spec §2). */
  brands: ['Tom Ford', 'Yves Saint Laurent', 'Givenchy', 'Fenty', 'Amouage', 'Rayhaan'],
  promo: 'Luxury Designer Fragrances, Save Up to 40%!!!',
  reassurance: [
    {
      title: 'Happiness Guaranteed',
      text: 'Sealed, genuine bottles. If one arrives wrong, we put it right.',
    },
    {
      title: 'Friendly Fast Assistance',
      text: 'A person answers on WhatsApp, every day but Sunday.',
    },
    { title: 'Worry-Free Checkout', text: 'Pay by card, transfer or USSD through Paystack.' },
  ],
  /** The Shipping & Delivery dialog (spec §1), a paragraph each. */
  deliveryPolicy: [
    'We deliver by courier. Your order is normally dispatched within 1 working day after payment is confirmed; for bank transfers, processing starts once the payment is verified.',
    'Orders placed before 12 PM in Lagos usually arrive the next business day. Lagos delivery is within 1 working day after dispatch.',
    'Nationwide delivery takes about 2 to 5 business days.',
    'Please keep your phone close, so that the courier can reach you.',
    'Put everything into one order if you can: separate orders ship, and are charged, separately.',
  ],
} as const;
