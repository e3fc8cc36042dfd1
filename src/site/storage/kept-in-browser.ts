/** One entry of browser storage, described to the shopper. */
export interface KeptInBrowser {
  /** `device`: localStorage; `tab`: sessionStorage, which ends with the tab; `offline`: Cache Storage. */
  where: 'device' | 'tab' | 'offline';
  what: string;
  /** When it is removed, if the browser is not cleared and the tab not closed before. */
  until: string;
}

/**
 * The content of each name in browser storage, for /privacy. Each store has its own name: a list that all of them
 * import would cost every page's script 0.1 kB. The test of this file finds a missing name. A product's id follows
 * 'turare:review:'.
 */
export const KEPT_IN_BROWSER: Readonly<Record<string, KeptInBrowser>> = {
  'turare:cart': {
    where: 'device',
    what: 'Your cart: the fragrances in it, and how many of each.',
    until: 'Until you empty it, or have paid for it.',
  },
  'turare:wishlist': {
    where: 'device',
    what: 'Your wishlist.',
    until: 'Until you clear it.',
  },
  'turare:viewed': {
    where: 'device',
    what: 'The last nine fragrances you looked at, to show them to you again.',
    until: 'Each new one pushes out the oldest.',
  },
  'turare:session': {
    where: 'device',
    what: 'That you are logged in: a random token, with your name, email address and account number.',
    until: 'Until you log out, or the shop ends it.',
  },
  'turare:device': {
    where: 'device',
    what: 'A random number that names this browser when you log in or sign up, so that strangers who guess at your password cannot lock you out here.',
    until: 'Until you clear it.',
  },
  'turare:destination': {
    where: 'device',
    what: 'The state, the local government area and the delivery place that you chose, to tell you fee and date. No address.',
    until: 'Until you choose another, or log out.',
  },
  'turare:clock': {
    where: 'tab',
    what: 'By how much the clock of your device differs from the shop’s, which decides when a parcel leaves and a discount ends.',
    until: 'It is written over by the first answer of the shop on each page.',
  },
  'turare:draft': {
    where: 'device',
    what: 'What you typed at the checkout: name, email address, phone and delivery address, a gift’s message and receiver, a code for a discount. Nothing of a card.',
    until: 'Until the order is paid, or you log out.',
  },
  'turare:draft-of': {
    where: 'device',
    what: 'Which account typed it, so that nobody else who logs in here sees it.',
    until: 'It goes with what was typed.',
  },
  'turare:attempt': {
    where: 'device',
    what: 'Random numbers for your last attempts to pay, so that pressing twice makes one order, and a changed order replaces the one before.',
    until: 'Until that attempt has come to its end.',
  },
  'turare:payments': {
    where: 'device',
    what: 'The references and totals of payments begun here, the bottles in them, and the page of the payment, or the account number, to go on paying.',
    until: 'The last ten begun; the references of the last fifty that were paid.',
  },
  'turare:proof': {
    where: 'tab',
    what: 'While you sign up or set a new password: your email address, and what proves that the code was right.',
    until: 'Until you are done.',
  },
  'turare:review:': {
    where: 'tab',
    what: 'A review that you have begun.',
    until: 'Until you send it, or press Cancel.',
  },
  'turare:code': {
    where: 'tab',
    what: 'The code for a discount, if the link that led you here had one.',
    until: 'Until your cart is shown: then it is kept with what you type at the checkout.',
  },
  'turare:campaign': {
    where: 'tab',
    what: 'The advertisement, post or newsletter that led you here, if its link said so (utm_source, utm_medium, utm_campaign, utm_term, utm_content). It is the same for all who follow that link. Anything that identifies you or your click (gclid, fbclid and the like) is not kept.',
    until: 'Another such link takes its place. If you order, we note it with the order.',
  },
  'turare:toasts': {
    where: 'tab',
    what: 'A message that the next page should show you, with what its Undo brings back.',
    until: 'Until it was shown.',
  },
  'turare:profile-asked': {
    where: 'tab',
    what: 'When this tab last checked that you are logged in.',
    until: 'It is written over at the next check.',
  },
  'turare:login-asked': {
    where: 'tab',
    what: 'Which page last asked you to log in, so that none asks twice in a row.',
    until: 'It is written over when another page asks.',
  },
  'turare:tags': {
    where: 'tab',
    what: 'The list of tags by which fragrances can be filtered.',
    until: 'Asked for anew after a minute.',
  },
  'turare:stock-alerts': {
    where: 'tab',
    what: 'Which sold-out fragrances you have asked to be told of. Not your address.',
    until: 'Until the tab is closed.',
  },
  'turare:shipping-places': {
    where: 'tab',
    what: 'The places we deliver to, with the fee for each.',
    until: 'Asked for anew after a minute.',
  },
  'turare:pages-1': {
    where: 'offline',
    what: 'The last forty pages of the shop you have seen, from your second page on. Never your orders, your account or the checkout.',
    until: 'Each new one pushes out the oldest.',
  },
  'turare:assets-1': {
    where: 'offline',
    what: 'The scripts, styles and letters that these pages need.',
    until: 'They go with the pages.',
  },
  'turare:pictures-1': {
    where: 'offline',
    what: 'The last two hundred pictures that these pages have shown you.',
    until: 'Each new one pushes out the oldest.',
  },
  'turare:search-1:': {
    where: 'offline',
    what: 'The list of all fragrances for the search field, once a search has fetched it.',
    until: 'A newer list takes its place.',
  },
  'turare:search-parts-1': {
    where: 'offline',
    what: 'The parts of that list which your searches have used.',
    until: 'Each new one pushes out the oldest.',
  },
};
