/**
 * The page of a cart's link (decision 34): shows what the link holds, at today's prices, and fills the cart. A cart that is
 * there already is changed only by a press. Plain elements: React would cost 57 kB for a list.
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
import { show } from '#site/html.ts';
import { productPictureHtml } from '#site/product-data/picture-html.ts';
import { whenShown } from '#site/speculation/shown.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import { askLinked } from './ask-linked.ts';
import { buyable, compareLink, type Linked, type LinkedLine } from './linked-lines.ts';
import { FAULTS, leftOut, lineNote, OUTCOMES, REPLACED, type Said } from './texts.ts';

const part = (name: string) => document.querySelector<HTMLElement>(`[data-linked="${name}"]`);
const page = part('page');

/** Classes of what is made more than once. link.css has their rules. */
const LOOKS = {
  line: 'grid grid-cols-[5rem_minmax(0,1fr)] gap-4 border-t border-hairline py-4',
  picture: 'card-picture mb-0 block',
  button: 'button max-sm:w-full',
  quiet: 'button-quiet max-sm:w-full',
};

const element = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  ...children: (string | Node)[]
): HTMLElementTagNameMap[K] => {
  const made = Object.assign(document.createElement(tag), { className });
  made.append(...children);
  return made;
};

const link = (href: string, className: string, text: string) =>
  Object.assign(element('a', className, text), { href });

function button(className: string, text: string, press: () => void): HTMLButtonElement {
  const made = Object.assign(element('button', className, text), { type: 'button' as const });
  made.addEventListener('click', press);
  return made;
}

/** What the page says beside the list, and what can be pressed there. */
function say({ title, text }: Said, actions: readonly Node[], tone = ''): void {
  const status = part('status');
  status?.replaceChildren(
    Object.assign(element('h2', 'panel-title focus:outline-none', title), { tabIndex: -1 }),
    element('p', tone, text),
  );
  part('actions')?.replaceChildren(...actions);
}

/** The pressed button is gone: the headline takes the focus. */
const focusStatus = () => part('status')?.querySelector('h2')?.focus();

const shopOn = () => link(paths.products, LOOKS.button, 'See all fragrances');

function openCart(): HTMLElement {
  const made = button(LOOKS.quiet, 'Open my cart', () => {});
  made.dataset.open = 'cart-panel';
  return made;
}

function onward(): Node[] {
  return $cart.get().items.length > 0
    ? [link(paths.checkout, LOOKS.button, 'Proceed to Checkout'), openCart()]
    : [shopOn()];
}

function row(line: LinkedLine): HTMLElement {
  const { item } = line;
  const note = lineNote(line);
  const picture = element('a', `${LOOKS.picture} in-data-out:opacity-50`);
  picture.href = paths.product(item.id);
  picture.tabIndex = -1;
  picture.ariaHidden = 'true';
  const { image } = item;
  show(picture, productPictureHtml({ image, alt: '', sizes: '6rem', widths: [160, 320] }));
  const price = element('p', 'price in-data-out:text-ink-soft', formatNaira(item.price));
  if (item.quantity > 0) price.prepend(`${item.quantity} × `);
  const made = element(
    'li',
    LOOKS.line,
    picture,
    element(
      'div',
      'grid content-start gap-1.5',
      link(paths.product(item.id), 'wrap-anywhere hover:text-amber', item.name),
      price,
    ),
  );
  if (note)
    made.lastElementChild?.append(element('p', 'text-(length:--text-small) text-amber', note));
  if (item.quantity === 0) made.dataset.out = '';
  return made;
}

function showLines(linked: Linked, unread: number): void {
  part('lines')?.replaceChildren(...linked.lines.map(row));
  const notes = leftOut({ unread, unknown: linked.unknown });
  part('left-out')?.replaceChildren(...notes.map((note) => element('p', 'notice', note)));
  const items = buyable(linked);
  const total = part('total');
  if (!total) return;
  total.hidden = items.length === 0;
  total.replaceChildren(
    'Total ',
    element('span', 'price text-(length:--text-lead)', formatNaira(subtotal(items))),
  );
}

/** Waiting shapes, as many as the link has lines: nothing moves much when they come. */
function showWaiting(lines: number): void {
  if (page) page.ariaBusy = 'true';
  say({ title: 'One moment', text: 'We look up today’s prices and what is in stock.' }, []);
  const shapes = Array.from({ length: Math.min(lines, 12) }, () =>
    element('li', LOOKS.line, element('span', `${LOOKS.picture} skeleton`)),
  );
  part('lines')?.replaceChildren(...shapes);
}

function fail(failure: CallFailure, again: () => void): void {
  part('lines')?.replaceChildren();
  say(
    {
      title: 'We could not look this cart up',
      text: `${reason(failure)} ${remedy(failure)} Your own cart is as it was.`,
    },
    [button(LOOKS.button, 'Try again', again)],
    'notice notice-error',
  );
}

let stopFollowing = () => {};

/** Says how the cart stands, now and whenever it changes in the drawer or in another tab. */
function follow(say: (cart: readonly CartItem[]) => void): void {
  stopFollowing();
  stopFollowing = $cart.subscribe(({ items }) => say(items));
}

type Outcome = 'filled' | 'same' | 'added' | 'replaced' | 'kept';

/** Fills an empty cart. Of one that is there already she decides. */
function offer(linked: Linked): void {
  const lines = buyable(linked);
  if (lines.length === 0) {
    say(OUTCOMES.nothing(), [shopOn()]);
    return;
  }
  const settle = (outcome: Outcome) =>
    follow((cart) => {
      const was = outcome === 'added' || outcome === 'kept' || isSameCart(cart, lines);
      if (cart.length > 0) say(OUTCOMES[was ? outcome : 'changed'](cart), onward());
      else say(OUTCOMES.emptied(), [add()]);
    });
  const choice = (className: string, text: string, outcome: Outcome, act: () => void) =>
    button(className, text, () => {
      act();
      settle(outcome);
      focusStatus();
    });
  const add = () =>
    choice(LOOKS.button, 'Add to my cart', 'added', () =>
      changeItems(joinCarts($cart.get().items, lines)),
    );
  const choices = () => [
    add(),
    choice(LOOKS.quiet, 'Replace my cart', 'replaced', () =>
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
    const mine = $cart.get().items.length > 0 ? [openCart()] : [];
    say(FAULTS[fault ?? 'unreadable'], [shopOn(), ...mine]);
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

// Not while a browser prepares the page: it would fill a cart that nobody has asked for.
whenShown(() => void open(readCartLink(location.search)));
