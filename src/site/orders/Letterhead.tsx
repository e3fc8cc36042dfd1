import { shop } from '#config/shop.ts';

/** What stands over an order on paper: whose receipt it is, and its number in full (orders/receipt.css). */
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
