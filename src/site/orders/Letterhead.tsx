import { shop } from '#config/shop.ts';

/** The head of a printed order: the shop, and the full order number (orders/receipt.css). */
export function Letterhead({ id }: { id: string }) {
  return (
    <div className="letterhead">
      <p className="wordmark">{shop.name}</p>
      <address>
        {shop.address.join(', ')}
        <br />
        {shop.phone.label} · {shop.email}
      </address>
      <p className="letterhead-id">Order {id}</p>
    </div>
  );
}
