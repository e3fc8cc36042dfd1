import type { SpecString } from './row.ts';

/** Every quoted string of the specification that belongs to a product: its page, its quick view and its stock labels. */
export const PRODUCT_STRINGS: SpecString[] = [
  [
    'Add to Cart',
    '§2 Quick view',
    'e2e/product/quick-view.spec.ts',
    'by keyboard: to the cart, to the wishlist, closed, the focus back at the card',
  ],
  [
    'Out of Stock',
    '§2 Quick view',
    'e2e/changing/freshness.spec.ts',
    'a wishlist’s products are brought up to date as its drawer opens',
  ],
  [
    'No image available',
    '§2 Product detail',
    'e2e/changing/freshness.spec.ts',
    'opens through the 404 page and can be bought',
  ],
  [
    'ADD TO CART',
    '§2 Product detail',
    'e2e/cart/cart-drawer.spec.ts',
    'add to cart: toast, badge, drawer; React only when the drawer is reached for',
  ],
  [
    'BUY NOW',
    '§2 Product detail',
    'e2e/cart/cart-drawer.spec.ts',
    'BUY NOW takes the place of the cart and goes to the checkout; there it can be undone',
  ],
  [
    'You may also like',
    '§2 Product detail',
    'e2e/product/product.spec.ts',
    'name, price, stock, description, tags, facts and at most five related products',
  ],
  [
    'Product not found',
    '§2 Product detail',
    'e2e/changing/freshness.spec.ts',
    'Product not found, with Back to Products, when the API knows none',
  ],
  [
    'Back to Products',
    '§2 Product detail',
    'e2e/changing/freshness.spec.ts',
    'Product not found, with Back to Products, when the API knows none',
  ],
  [
    'Copy Link',
    '§2 Product detail',
    'e2e/product/product.spec.ts',
    'all pictures, price, stock and the ways to share are there',
  ],
  [
    'WhatsApp',
    '§2 Product detail',
    'e2e/changing/freshness.spec.ts',
    'opens through the 404 page and can be bought',
  ],
  [
    'Facebook',
    '§2 Product detail',
    'e2e/product/sharing.spec.ts',
    'links carry text and URL to the networks',
  ],
  [
    'Twitter',
    '§2 Product detail',
    'e2e/product/sharing.spec.ts',
    'links carry text and URL to the networks',
  ],
  [
    'Instagram',
    '§2 Product detail',
    'e2e/product/sharing.spec.ts',
    'Copy Link: Link Copied! / Product link copied to clipboard.',
  ],
  [
    'In Stock',
    '§4 Stock labels',
    'e2e/product/product.spec.ts',
    'all pictures, price, stock and the ways to share are there',
  ],
  [
    'Only ',
    '§4 Stock labels',
    'e2e/changing/freshness.spec.ts',
    'a product page takes today’s price, discount and stock, says so, and does not move',
  ],
  [
    'OUT OF STOCK',
    '§4 Stock labels',
    'e2e/changing/freshness.spec.ts',
    'sold out meanwhile: OUT OF STOCK, no adding, no Buy Now',
  ],
];
