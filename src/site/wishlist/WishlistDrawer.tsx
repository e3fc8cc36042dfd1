import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { island } from '#site/lazy/island.tsx';
import '#site/cart/live-lines.ts';
import { paths } from '#config/paths.ts';
import { formatNaira } from '#domain/money/money.ts';
import { addToCart } from '#site/cart/cart-store.ts';
import { LinePicture } from '#site/cart/LinePicture.tsx';
import { useRowFocus } from '#site/cart/use-row-focus.ts';
import { DrawerHead } from '#site/panels/DrawerHead.tsx';
import { CHOOSE, chooseLabel } from '#site/product/set/words.ts';
import { ToastPlace } from '#site/toasts/ToastPlace.tsx';
import { cleared } from '#site/toasts/texts.ts';
import { addedToCart, stockReached, toast, wishlistChanged } from '#site/toasts/toasts-store.ts';
import {
  $wishlist,
  clearWishlist,
  removeFromWishlist,
  type WishlistItem,
} from './wishlist-store.ts';

/** The contents of the wishlist's panel (spec §2). The panel opens without this script. */
function WishlistDrawer() {
  const items = useStore($wishlist);
  const root = useRef<HTMLDivElement>(null);
  const rowGoes = useRowFocus(root, items.length);

  return (
    <div ref={root} className="flex flex-col tall:h-full tall:min-h-0">
      <DrawerHead
        id="wishlist-panel-title"
        title={`Wishlist (${items.length})`}
        clear="Clear Wishlist"
        onClear={items.length > 0 && (() => toast(cleared('Wishlist', clearWishlist())))}
      />
      {items.length === 0 && (
        <div className="flex flex-1 flex-col items-start justify-center gap-2 px-5 pb-24">
          <p className="font-display text-lead">Your wishlist is empty</p>
          <p className="text-ink-soft">Add products you love to save them for later</p>
          <a href={paths.products} className="button button-quiet mt-4" data-close>
            See all fragrances
          </a>
        </div>
      )}
      {items.length > 0 && (
        <ul className="divide-y divide-hairline px-5 tall:min-h-0 tall:flex-1 tall:overflow-y-auto tall:overscroll-contain">
          {items.map((item, index) => (
            <WishlistLine
              key={item.id}
              item={item}
              onRemove={() => {
                rowGoes(index, 'remove');
                removeFromWishlist(item.id);
                toast(wishlistChanged(item.name, false));
              }}
            />
          ))}
        </ul>
      )}
      <ToastPlace />
    </div>
  );
}

function WishlistLine({ item, onRemove }: { item: WishlistItem; onRemove: () => void }) {
  const { name, price, qtyAvailable } = item;
  const none = qtyAvailable === 0;
  return (
    <li className="flex gap-4 py-4">
      <LinePicture image={item.image} name={item.name} />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <a
          href={paths.product(item.id)}
          dir="auto"
          className="text-left leading-snug hover:text-amber"
          data-close
        >
          {name}
        </a>
        <p className="price">{formatNaira(price)}</p>
        <div className="mt-auto flex items-center justify-between gap-2 pt-2">
          {item.choose ? (
            <a
              className="button-quiet min-h-11 px-4 py-2"
              href={paths.product(item.id)}
              aria-label={chooseLabel(name)}
              data-close
            >
              {CHOOSE}
            </a>
          ) : (
            <button
              type="button"
              className="button-quiet min-h-11 px-4 py-2"
              disabled={none}
              aria-label={none ? `Out of Stock: ${name}` : `Add to Cart: ${name}`}
              onClick={() =>
                toast(addToCart(item) ? addedToCart(name) : stockReached(name, qtyAvailable))
              }
            >
              {none ? 'Out of Stock' : 'Add to Cart'}
            </button>
          )}
          <button
            type="button"
            data-part="remove"
            className="link -me-2 grid min-h-11 place-items-center px-2 text-caption"
            aria-label={`Remove ${name}`}
            onClick={onRemove}
          >
            Remove
          </button>
        </div>
      </div>
    </li>
  );
}

export default island(WishlistDrawer);
