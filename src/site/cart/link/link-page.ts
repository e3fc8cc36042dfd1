/**
 * The page of a cart link (decision 34): shows the link's products at today's prices, and fills the cart. If there is
 * already a cart, only a click changes it. Plain elements: React would cost 57 kB for a list.
 */
import { paths } from '#config/paths.ts';
import { formatNaira } from '#domain/money/money.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { subtotal } from '#domain/orders/cart-lines.ts';
import { type CartLink, isSameCart, joinCarts, readCartLink } from '#domain/orders/cart-link.ts';
import { $cart } from '#site/cart/cart-store.ts';
import { changeItems, replaceCart } from '#site/cart/changes-store.ts';
import { shopTime } from '#site/client/clock.ts';
import type { CallFailure } from '#site/client/errors.ts';
import { reason, remedy } from '#site/client/reason.ts';
import { type Html, html, show } from '#site/html.ts';
import { productPictureHtml } from '#site/product-data/picture-html.ts';
import { whenShown } from '#site/speculation/shown.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { askLinked } from './ask-linked.ts';
import { buyable, compareLink, type Linked, type LinkedLine } from './linked-lines.ts';
import { FAULTS, leftOut, lineNote, OUTCOMES, REPLACED, type Said } from './texts.ts';

const slot = (name: string) => document.querySelector<HTMLElement>(`[data-linked="${name}"]`);
const page = slot('page');

/** Classes of elements that are created more than once. link.css has their rules. */
const LOOKS = {
  line: 'grid grid-cols-[5rem_minmax(0,1fr)] gap-4 border-t border-hairline py-4',
  picture: 'card-picture mb-0 block',
};

const fill = (name: string, content: Html): void => {
  const place = slot(name);
  if (place) show(place, content);
};

/** A link or button beside the list. Without `press` it opens the cart drawer. */
interface Action {
  look: string;
  text: string;
  href?: string;
  press?: () => void;
}

const actionHtml = ({ look, text, href, press }: Action) =>
  href
    ? html`<a class="${look}" href="${href}">${text}</a>`
    : html`<button type="button" class="${look}"${!press && html` data-open="cart-panel"`}>${text}</button>`;

/** Writes the text beside the list, and its actions. */
function say({ title, text }: Said, actions: readonly Action[], tone = ''): void {
  fill(
    'status',
    html`<h2 class="panel-title focus:outline-none" tabindex="-1">${title}</h2><p class="${tone}">${text}</p>`,
  );
  fill('actions', html`${actions.map(actionHtml)}`);
  for (const [at, element] of slot('actions')?.querySelectorAll<HTMLElement>('*').entries() ?? [])
    element.onclick = actions[at]?.press ?? null;
}

/** Moves the focus to the headline, because the clicked button is gone. */
const focusStatus = () => slot('status')?.querySelector('h2')?.focus();

const SHOP_ON: Action = { look: 'button', text: 'See all fragrances', href: paths.products };
const OPEN_CART: Action = { look: 'button-quiet', text: 'Open my cart' };

function onward(): Action[] {
  return $cart.get().items.length > 0
    ? [{ look: 'button', text: 'Proceed to Checkout', href: paths.checkout }, OPEN_CART]
    : [SHOP_ON];
}

function rowHtml(line: LinkedLine): Html {
  const { id, name, image, price, quantity } = line.item;
  const path = paths.product(id);
  const note = lineNote(line);
  const picture = productPictureHtml({ image, alt: '', sizes: '6rem', widths: [160, 320] });
  return html`<li class="${LOOKS.line}"${!quantity && html` data-out`}><a
    class="${LOOKS.picture} in-data-out:opacity-50" href="${path}" tabindex="-1" aria-hidden="true">${picture}</a><div
    class="grid content-start gap-1.5"><a class="wrap-anywhere hover:text-amber" href="${path}">${name}</a><p
    class="price in-data-out:text-ink-soft">${quantity > 0 && `${quantity} × `}${formatNaira(price)}</p>${
      note &&
      html`<p
    class="text-(length:--text-small) text-amber">${note}</p>`
    }</div></li>`;
}

function showLines(linked: Linked, unread: number): void {
  fill('lines', html`${linked.lines.map(rowHtml)}`);
  const notes = leftOut({ unread, unknown: linked.unknown });
  fill('left-out', html`${notes.map((note) => html`<p class="notice">${note}</p>`)}`);
  const items = buyable(linked);
  const sum = formatNaira(subtotal(items));
  fill('total', html`Total <span class="price text-(length:--text-lead)">${sum}</span>`);
  slot('total')?.toggleAttribute('hidden', items.length === 0);
}

/** Shows placeholders, one for each line of the link, so that little moves when the lines arrive. */
function showWaiting(lines: number): void {
  if (page) page.ariaBusy = 'true';
  say({ title: 'One moment', text: 'We look up today’s prices and what is in stock.' }, []);
  const shape = html`<li class="${LOOKS.line}"><span class="${LOOKS.picture} skeleton"></span></li>`;
  fill('lines', html`${Array.from({ length: Math.min(lines, 12) }, () => shape)}`);
}

function fail(failure: CallFailure, again: () => void): void {
  fill('lines', html``);
  say(
    {
      title: 'We could not look this cart up',
      text: `${reason(failure)} ${remedy(failure)} Your own cart is as it was.`,
    },
    [{ look: 'button', text: 'Try again', press: again }],
    'notice notice-error',
  );
}

let stopFollowing = () => {};

/** Reports the state of the cart, now and when it changes in the drawer or another tab. */
function follow(say: (cart: readonly CartItem[]) => void): void {
  stopFollowing();
  stopFollowing = $cart.subscribe(({ items }) => say(items));
}

type Outcome = 'filled' | 'same' | 'added' | 'replaced' | 'kept';

/** Fills an empty cart. If the cart is not empty, the shopper decides. */
function offer(linked: Linked): void {
  const lines = buyable(linked);
  if (lines.length === 0) {
    say(OUTCOMES.nothing(), [SHOP_ON]);
    return;
  }
  const settle = (outcome: Outcome) =>
    follow((cart) => {
      const was = outcome === 'added' || outcome === 'kept' || isSameCart(cart, lines);
      if (cart.length > 0) say(OUTCOMES[was ? outcome : 'changed'](cart), onward());
      else say(OUTCOMES.emptied(), [add()]);
    });
  const choice = (look: string, text: string, outcome: Outcome, act: () => void): Action => ({
    look,
    text,
    press() {
      act();
      settle(outcome);
      focusStatus();
    },
  });
  const add = () =>
    choice('button', 'Add to my cart', 'added', () =>
      changeItems(joinCarts($cart.get().items, lines)),
    );
  const choices = () => [
    add(),
    choice('button-quiet', 'Replace my cart', 'replaced', () =>
      toast({ ...REPLACED, undo: replaceCart(lines) }),
    ),
    choice('link min-h-12', 'Keep my cart as it is', 'kept', () => {}),
  ];

  const { items } = $cart.get();
  if (items.length === 0) {
    replaceCart(lines);
    settle('filled');
  } else if (isSameCart(items, lines)) {
    settle('same');
  } else {
    follow((cart) => {
      if (cart.length > 0) say(OUTCOMES.choice(cart), choices());
      else say(OUTCOMES.emptied(), [add()]);
    });
  }
}

async function open({ items, unread, fault }: CartLink): Promise<void> {
  if (fault !== undefined || items.length === 0) {
    const mine = $cart.get().items.length > 0 ? [OPEN_CART] : [];
    say(FAULTS[fault ?? 'unreadable'], [SHOP_ON, ...mine]);
    return;
  }
  showWaiting(items.length);
  const ids = items.map(({ id }) => id);
  const { products, failure } = await askLinked(ids);
  if (page) page.ariaBusy = 'false';
  if (!products) {
    fail(failure, () => {
      void open({ items, unread });
      focusStatus();
    });
    return;
  }
  const linked = compareLink(items, products, shopTime());
  showLines(linked, unread);
  offer(linked);
}

// Not while a browser prerenders the page: that would fill a cart that nobody asked for.
whenShown(() => void open(readCartLink(location.search)));
