import { useState } from 'react';
import { cartPath } from '#config/paths.ts';
import { shop } from '#config/shop.ts';
import type { CartItem } from '#domain/orders/cart.ts';
import { subtotal } from '#domain/orders/cart-lines.ts';
import { MOST_LINKED, writeCartLink } from '#domain/orders/cart-link.ts';
import { emit, eventItems } from '#site/events/emit.ts';
import { type ToastText, toast } from '#site/toasts/toasts-store.ts';
import { orderText, shareText, whatsAppLink, whatsAppNumber } from './order-text.ts';

const COPIED: ToastText = {
  title: 'Link Copied!',
  text: 'It opens this cart on any device, at the prices of that day.',
};
const number = whatsAppNumber(shop.chat.href);

/** Shares the cart as a link or as a message to the shop (decision 34). Nothing if it does not fit in a link. */
export function CartSharing({ items }: { items: readonly CartItem[] }) {
  /** If the browser refuses clipboard access (plain http, a setting), the link is shown for copying by hand. */
  const [byHand, setByHand] = useState(false);
  const list = writeCartLink(items);
  if (items.length > MOST_LINKED || !list) return null;
  const url = location.origin + cartPath(list);

  const told = (by: 'link' | 'whatsapp') =>
    emit('share-cart', { by, value: subtotal(items), items: eventItems(items) });

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast(COPIED);
      setByHand(false);
    } catch {
      setByHand(true);
    }
  };
  const share = async () => {
    told('link');
    if (!('share' in navigator)) return copy();
    try {
      const text = shareText(items, shop.name);
      await navigator.share({ title: text, text, url });
    } catch (error) {
      // AbortError: the shopper closed the device's share dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  };

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <button type="button" className="link min-h-11 text-small" onClick={() => void share()}>
          Share this cart
        </button>
        {number && (
          <a
            className="link inline-flex min-h-11 items-center text-small"
            href={whatsAppLink(number, orderText(items, shop.name, url))}
            target="_blank"
            rel="noopener"
            onClick={() => told('whatsapp')}
          >
            Order on WhatsApp
          </a>
        )}
      </div>
      {byHand && (
        <label className="field-hint grid gap-2">
          This browser does not let us copy. Copy the link from here:
          <textarea
            className="input"
            readOnly
            rows={3}
            value={url}
            ref={(field) => field?.select()}
          />
        </label>
      )}
    </div>
  );
}
