import { store } from '#config/store.ts';

/** What stands over an order on paper: whose receipt it is, and its number in full (styles/receipt.css). */
export function Letterhead({ id }: { id: string }) {
  return (
    <div className="letterhead">
      <p className="wordmark">{store.name}</p>
      <address>
        {store.address.join(', ')}
        <br />
        {store.phone.label} · {store.email}
      </address>
      <p className="letterhead-id">Order {id}</p>
    </div>
  );
}
