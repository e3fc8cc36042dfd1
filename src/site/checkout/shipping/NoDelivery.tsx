import { shop } from '#config/shop.ts';

/** Stands in for the place and the button of a shop without any shipping location: nobody can order there yet. */
export function NoDelivery() {
  return (
    <p className="notice notice-error" role="status">
      We cannot deliver yet, because the shop has no shipping location so far. Your cart and
      everything you typed here is kept. Write to us on{' '}
      <a href={shop.chat.href} className="link" rel="noopener">
        {shop.chat.label}
      </a>{' '}
      and we will tell you when we can.
    </p>
  );
}
