import { asc, eq, inArray, sql } from 'drizzle-orm';
import { hashSecret, newSecret } from '#backend/base/secrets.ts';
import type { Email } from '#backend/mail/email.ts';
import { discountOf } from '#backend/products/catalogue/product-view.ts';
import { selectProducts } from '#backend/products/stocked-products.ts';
import { products } from '#backend/products/tables.ts';
import { alertEmail } from '#backend/stock-alerts/emails.ts';
import { linksOf } from '#backend/stock-alerts/links.ts';
import { stockAlerts } from '#backend/stock-alerts/tables.ts';
import { paths } from '#config/paths.ts';
import { toNaira } from '#domain/money/money.ts';
import { salePrice } from '#domain/money/price.ts';
import type { Told, Writing } from './writing.ts';

/** Tells people who asked for it that a product is back, each by a link with a new secret. */
export async function aboutStock(
  { product: productId, alerts }: Told<'stock.back'>,
  { transaction, settings }: Writing,
): Promise<Email[]> {
  const [product] = await selectProducts(transaction).where(eq(products.id, productId));
  if (!product) return [];
  const rows = await transaction
    .select({ id: stockAlerts.id, recipient: stockAlerts.email })
    .from(stockAlerts)
    .where(inArray(stockAlerts.id, [...alerts]))
    .orderBy(asc(stockAlerts.askedAt), asc(stockAlerts.id));
  const people = rows.map((row) => ({ ...row, key: newSecret() }));
  await transaction.execute(sql`
    update stock_alerts a set key_hash = c.hash
    from unnest(${sql.param(people.map(({ id }) => id))}::text[],
      ${sql.param(people.map(({ key }) => hashSecret(key)))}::text[]) as c(id, hash)
    where a.id = c.id`);
  const now = Date.now();
  const facts = {
    product: product.name,
    page: `${settings.SITE_URL}${paths.product(product.id)}`,
    price: salePrice(
      { price: toNaira(product.priceKobo), discount: discountOf(product, now) },
      now,
    ),
  };
  return people.map(({ id, recipient, key }) => {
    const { stop, unsubscribeUrl } = linksOf(settings, key);
    return alertEmail({ id, recipient, stop, unsubscribeUrl, ...facts });
  });
}
