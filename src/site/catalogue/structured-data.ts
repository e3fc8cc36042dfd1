import { company } from '#config/company.ts';
import { delivery } from '#config/delivery.ts';
import { paths } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import { isDiscountActive, salePrice } from '#domain/money/price.ts';
import { boxWords, IN_THE_BOX } from '#domain/products/sets.ts';
import type { Catalogue } from './catalogue.ts';
import type { ShownProduct } from './product-page.ts';
import type { ShownPart } from './set-parts.ts';

/**
 * Returns JSON that is safe inside <script>: no `<` can end the element or open a comment, and no line separator can
 * end a line for a parser that reads it as JavaScript.
 */
export const scriptJson = (value: unknown) =>
  JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');

const CURRENCY = 'NGN';

/**
 * Returns what search engines read about a product: schema.org Product with its Offer, as Google's merchant listings
 * require, and breadcrumbs. Google has no places within a country, so delivery covers all of Nigeria, up to the dearest
 * place and the farthest state. `fees` in naira. URLs are absolute.
 */
export function productJsonLd(
  product: ShownProduct,
  page: {
    url: string;
    images: string[];
    brandPage: string | undefined;
    now: number;
    sizes?: readonly { id: string }[];
    parts?: readonly ShownPart[];
    fees: Catalogue['fees'];
  },
): string {
  return scriptJson({
    '@context': 'https://schema.org',
    '@graph': [productNode(product, page), breadcrumbs(product, page)],
  });
}

function productNode(
  product: ShownProduct,
  page: {
    url: string;
    images: string[];
    now: number;
    sizes?: readonly { id: string }[];
    parts?: readonly ShownPart[];
    fees: Catalogue['fees'];
  },
) {
  const { brand, sizeMl, numReviews, choose } = product;
  const box = boxWords(page.parts ?? [], choose);
  return {
    '@type': 'Product',
    name: product.name,
    sku: product.id,
    description: product.description,
    image: page.images,
    url: page.url,
    ...(brand && { brand: { '@type': 'Brand', name: brand } }),
    ...(sizeMl && !product.parts && { size: `${sizeMl} ml` }),
    ...(box && { additionalProperty: { '@type': 'PropertyValue', name: IN_THE_BOX, value: box } }),
    ...(page.sizes?.length && {
      isVariantOf: {
        '@type': 'ProductGroup',
        name: product.name,
        productGroupID: product.group,
        variesBy: 'https://schema.org/size',
        hasVariant: page.sizes
          .filter(({ id }) => id !== product.id)
          .map(({ id }) => ({
            '@type': 'Product',
            url: new URL(paths.product(id), page.url).href,
          })),
      },
    }),
    ...(numReviews > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: product.ratings,
        reviewCount: numReviews,
      },
    }),
    offers: product.retired
      ? discontinued(page.url)
      : {
          '@type': 'Offer',
          url: page.url,
          price: salePrice(product, page.now),
          priceCurrency: CURRENCY,
          ...reduction(product, page.now),
          itemCondition: 'https://schema.org/NewCondition',
          availability: `https://schema.org/${product.qtyAvailable > 0 ? 'InStock' : 'OutOfStock'}`,
          ...(page.fees && { shippingDetails: shippingDetails(page.fees) }),
          // The landing page has it in full: each byte here is on every product page.
          hasMerchantReturnPolicy: { '@id': returnsId(new URL(page.url)) },
        },
  };
}

/** Has no price, so that no search engine lists it for sale. */
const discontinued = (url: string) => ({
  '@type': 'Offer',
  url,
  availability: 'https://schema.org/Discontinued',
});

/** Returns the full price and the end of the discount while it is valid. */
function reduction({ price, discount }: ShownProduct, now: number) {
  if (!discount || !isDiscountActive(discount, now)) return {};
  return {
    ...(discount.expiresAt && { priceValidUntil: discount.expiresAt }),
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      priceType: 'https://schema.org/StrikethroughPrice',
      price,
      priceCurrency: CURRENCY,
    },
  };
}

/** Returns the breadcrumbs: all fragrances, then the brand, then the product. */
function breadcrumbs(
  { name, brand }: ShownProduct,
  { url, brandPage }: { url: string; brandPage: string | undefined },
) {
  const way = [
    { name: 'All Fragrances', item: new URL(paths.products, url).href },
    ...(brand && brandPage ? [{ name: brand, item: new URL(brandPage, url).href }] : []),
    { name, item: url },
  ];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: way.map((step, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      ...step,
    })),
  };
}

const DAYS = { '@type': 'QuantitativeValue', unitCode: 'DAY' };

/** Returns the highest cost of a parcel and its delivery time: the facts behind the delivery line. */
function shippingDetails({ most }: NonNullable<Catalogue['fees']>) {
  const { dispatchDays, near, elsewhere } = delivery;
  const transits = [...near, elsewhere];
  return {
    '@type': 'OfferShippingDetails',
    shippingRate: { '@type': 'MonetaryAmount', maxValue: most, currency: CURRENCY },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'NG' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      // An order after the cut-off counts for the next day.
      handlingTime: { ...DAYS, minValue: dispatchDays, maxValue: dispatchDays + 1 },
      transitTime: {
        ...DAYS,
        minValue: Math.min(...transits.map(({ from }) => from)),
        maxValue: Math.max(...transits.map(({ to }) => to)),
      },
    },
  };
}

/** Identifies the shop's one return policy. */
const returnsId = (site: URL) => `${new URL(paths.home, site).href}#returns`;

/** Returns the policy of /returns for products without a fault; one for the whole shop. */
function returnPolicy(site: URL) {
  const { days, courierPaidBy } = company.returns;
  const byCustomer = courierPaidBy === 'customer';
  return {
    '@type': 'MerchantReturnPolicy',
    '@id': returnsId(site),
    applicableCountry: 'NG',
    returnPolicyCountry: 'NG',
    returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
    merchantReturnDays: days,
    returnMethod: 'https://schema.org/ReturnByMail',
    returnFees: `https://schema.org/${byCustomer ? 'ReturnFeesCustomerResponsibility' : 'FreeReturn'}`,
    merchantReturnLink: new URL(paths.returns, site).href,
  };
}

/** Returns the shop and its site, for the landing page. */
export function storeJsonLd(site: URL): string {
  const url = new URL(paths.home, site).href;
  const [street, city = ''] = shop.address;
  return scriptJson({
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'OnlineStore',
        '@id': `${url}#store`,
        name: shop.name,
        slogan: shop.tagline,
        url,
        logo: new URL('/icon-512.png', site).href,
        email: shop.email,
        telephone: shop.phone.href.replace('tel:', ''),
        address: {
          '@type': 'PostalAddress',
          streetAddress: street,
          addressLocality: city,
          addressCountry: 'NG',
        },
        sameAs: [shop.social.href],
        hasMerchantReturnPolicy: returnPolicy(site),
      },
      { '@type': 'WebSite', name: shop.name, url, publisher: { '@id': `${url}#store` } },
    ],
  });
}
