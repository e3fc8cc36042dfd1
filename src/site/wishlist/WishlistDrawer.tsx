import '#site/cart/live-lines.ts';
import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { paths } from '#config/paths.ts';
import { addToCart } from '#site/cart/cart-store.ts';
import { ProductLine } from '#site/cart/ProductLine.tsx';
import { useRowFocus } from '#site/cart/use-row-focus.ts';
import { island } from '#site/lazy/island.tsx';
import { DrawerContents } from '#site/panels/DrawerContents.tsx';
import { CHOOSE, chooseLabel } from '#site/product/set/words.ts';
import { addedToCart, stockReached, toast, wishlistChanged } from '#site/toasts/toasts-store.ts';
import {
  $wishlist,
  clearWishlist,
  removeFromWishlist,
  type WishlistItem,
} from './wishlist-store.ts';

/** The contents of the wishlist panel (spec §2). The panel opens without this script. */
function WishlistDrawer() {
  const items = useStore($wishlist);
  const root = useRef<HTMLDivElement>(null);
  const rowGoes = useRowFocus(root, items.length);

  return (
    <DrawerContents
      root={root}
      list="Wishlist"
      title={`Wishlist (${items.length})`}
      empty="Your wishlist is empty"
      hint="Add products you love to save them for later"
      clear="Clear Wishlist"
      onClear={clearWishlist}
      lines={items.map((item, index) => (
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
    />
  );
}

function WishlistLine({ item, onRemove }: { item: WishlistItem; onRemove: () => void }) {
  const { name, qtyAvailable } = item;
  const none = qtyAvailable === 0;
  return (
    <ProductLine item={item} row="mt-auto pt-2" onRemove={onRemove}>
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
    </ProductLine>
  );
}

export default island(WishlistDrawer);
