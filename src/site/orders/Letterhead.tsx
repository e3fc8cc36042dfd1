import { shop } from '#config/shop.ts';

/** The head of a printed order: the shop (orders/receipt.css). */
export function Letterhead() {
  return (
    <div className="letterhead">
      <p className="wordmark">{shop.name}</p>
      <address>
        {shop.address.join(', ')}
        <br />
        {shop.phone.label} · {shop.email}
      </address>
    </div>
  );
}
