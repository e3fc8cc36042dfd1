/** @jsxImportSource hono/jsx */
import { List, Pager } from '#backend/office/frame/parts.tsx';
import { definePage } from '#backend/office/frame/routes.ts';
import {
  listForStaff,
  PRODUCT_VIEWS,
  type ProductView,
  type StaffProduct,
} from '#backend/products/edit/list.ts';
import { may } from '#backend/staff/actor.ts';
import { discountBadge } from '#domain/money/discount-badge.ts';
import { formatNaira, toNaira } from '#domain/money/money.ts';
import { IMPORTS, NEW_PRODUCT, PRODUCTS, productPage } from './addresses.ts';
import { State, Thumbnail } from './parts.tsx';

const VIEWS: Record<ProductView, string> = {
  all: 'All',
  low: 'Low stock',
  'sold-out': 'Out of Stock',
  discounted: 'Discounted',
  hidden: 'Hidden',
  retired: 'Retired',
};

/** The list of products with its search. Its address holds everything, so that it can be shared. */
export const listPage = definePage({
  path: PRODUCTS,
  role: 'packer',
  async view(request) {
    const search = (request.query.get('q') ?? '').trim().slice(0, 100);
    const view = PRODUCT_VIEWS.find((known) => known === request.query.get('view')) ?? 'all';
    const asked = Number(request.query.get('page') ?? 1);
    const found = await listForStaff(request.db, {
      search,
      view,
      page: Number.isSafeInteger(asked) ? asked : 1,
    });
    const to = (other: ProductView) => {
      const query = new URLSearchParams({
        ...(search ? { q: search } : {}),
        ...(other === 'all' ? {} : { view: other }),
      });
      return query.size > 0 ? `${PRODUCTS}?${query}` : PRODUCTS;
    };
    return {
      title: 'Products',
      body: (
        <>
          <search>
            <form class="find" action={PRODUCTS}>
              <label for="product-search">Name, brand, tag, batch, SKU or address</label>
              <div class="find-line">
                <input id="product-search" type="search" name="q" value={search} maxlength={100} />
                {view !== 'all' && <input type="hidden" name="view" value={view} />}
                <button class="button quiet" type="submit">
                  Find
                </button>
              </div>
            </form>
          </search>
          <nav class="views" aria-label="Which products">
            <ul>
              {PRODUCT_VIEWS.map((each) => (
                <li>
                  <a href={to(each)} aria-current={each === view ? 'true' : undefined}>
                    {VIEWS[each]}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
          <div class="list-head">
            <p>
              {found.total === 1 ? '1 product' : `${found.total.toLocaleString('en')} products`}
            </p>
            {may(request.actor.role, 'owner') && (
              <div class="buttons">
                <a class="button quiet" href={IMPORTS}>
                  Import
                </a>
                <a class="button quiet" href={NEW_PRODUCT}>
                  New product
                </a>
              </div>
            )}
          </div>
          <List empty={emptyWords(search, view)}>{found.products.map(productRow)}</List>
          <Pager path={PRODUCTS} query={request.query} page={found.page} pages={found.pages} />
        </>
      ),
    };
  },
});

const emptyWords = (search: string, view: ProductView) =>
  search
    ? `No product${view === 'all' ? '' : ` under ‘${VIEWS[view]}’`} has ‘${search}’. Try fewer letters, or All.`
    : view === 'all'
      ? 'The shop has no products yet. Add the first one.'
      : `No product is here now: ${VIEWS[view].toLowerCase()}.`;

function productRow(product: StaffProduct) {
  const { id, name, brand, sku, price, picture, discounted, discountType, discountAmount } =
    product;
  const badge =
    discounted && discountType && discountAmount
      ? discountBadge(
          { price: toNaira(price), discount: { type: discountType, amount: discountAmount } },
          Date.now(),
        )
      : null;
  return (
    <li class="row">
      <Thumbnail hash={picture} />
      <div class="row-text">
        <a href={productPage(id)}>{name}</a>
        <p>
          {brand && `${brand} · `}
          {formatNaira(toNaira(price))}
          {badge && ` · ${badge}`}
          {sku && ` · SKU ${sku}`}
        </p>
      </div>
      <div class="row-end">
        <State product={product} />
      </div>
    </li>
  );
}
