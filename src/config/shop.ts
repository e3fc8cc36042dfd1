import { paths } from './paths.ts';

/** The shop's own facts. With company.ts, they are what a merchant changes to make this shop theirs. */
export const shop = {
  name: 'Turare',
  tagline: 'A fragrance house for Nigeria',
  /** ISO country, fixed at checkout (spec §1). */
  country: 'Nigeria',
  phone: { label: '0700-TURARE-0', href: 'tel:+2347008872730' },
  email: 'hello@turare.example',
  chat: { label: 'WhatsApp', href: 'https://wa.me/2347008872730' },
  social: { label: 'TikTok', href: 'https://www.tiktok.com/@turare' },
  address: ['14 Awolowo Road', 'Ikoyi, Lagos'],
  hours: 'Monday to Saturday, 9\u00a0am to 6\u00a0pm',
  /**
   * The five banners of the landing page (spec §2). `picture` names a wide file in src/site/artwork: `{picture}.jpg`. A
   * tall screen shows `{picture}-portrait.jpg` if it exists, otherwise the right-hand end of the wide one.
   */
  banners: [
    {
      picture: 'hero',
      title: 'Scent for a Lagos evening',
      text: 'Genuine bottles, priced in naira, at your door in days.',
      link: { label: 'All Fragrances', href: paths.products },
    },
    {
      picture: 'banner-arabian',
      title: 'Oud, rose and slow smoke',
      text: 'The Arabian houses: worn close, and still on the cloth tomorrow.',
      link: { label: 'Arabian perfumes', href: paths.category('Arabian') },
    },
    {
      picture: 'banner-oils',
      title: 'One drop, the whole day',
      text: 'Perfume oils without alcohol, made for heat and harmattan.',
      link: { label: 'Perfume oils', href: paths.category('Oils') },
    },
    {
      picture: 'banner-niche',
      title: 'What no one else wears',
      text: 'Small houses and their boldest bottles, chosen one at a time.',
      link: { label: 'Niche perfumes', href: paths.category('Niche') },
    },
    {
      picture: 'banner-gifts',
      title: 'Given, and remembered',
      text: 'Sets for birthdays, weddings and owambe, ready to hand over.',
      link: { label: 'Gift sets', href: paths.category('Gift Sets') },
    },
  ],
  /** Brands on the landing page. They are also the brands of a backend that names none (spec §2). */
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
  /** The paragraphs of the Shipping & Delivery dialog (spec §1). */
  deliveryPolicy: [
    'We deliver by courier. Your order is normally dispatched within 1 working day after payment is confirmed; for bank transfers, processing starts once the payment is verified.',
    'Orders placed before 12 PM in Lagos usually arrive the next business day. Lagos delivery is within 1 working day after dispatch.',
    'Nationwide delivery takes about 2 to 5 business days.',
    'Please keep your phone close, so that the courier can reach you.',
    'Put everything into one order if you can: separate orders ship, and are charged, separately.',
  ],
} as const;
