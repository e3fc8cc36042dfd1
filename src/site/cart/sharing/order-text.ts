import { formatNaira, toKobo, toNaira } from '#domain/money/money.ts';
import { type CartItem, totalQuantity } from '#domain/orders/cart.ts';
import { subtotal } from '#domain/orders/cart-lines.ts';

/** The most lines in a message. An address of 2,000 characters opens everywhere. */
const LINES = 10;
/** Characters of a name in a message, and of a set's choice. */
const NAME = 50;
const CHOSEN = 150;

/** Returns the digits of a WhatsApp chat link's number; undefined for any other link. */
export function whatsAppNumber(chat: string): string | undefined {
  const [, number] =
    /^https:\/\/(?:wa\.me\/|(?:api|web)\.whatsapp\.com\/send\/?\?(?:.*&)?phone=)\+?(\d{7,15})(?!\d)/.exec(
      chat,
    ) ?? [];
  return number;
}

/** Returns '3 items, ₦415,000'. */
export const sumOf = (items: readonly CartItem[]): string => {
  const units = totalQuantity(items);
  return `${units === 1 ? '1 item' : `${units} items`}, ${formatNaira(subtotal(items))}`;
};

/** Returns the text shared beside the link: 'My cart at Turare: 3 items, ₦415,000'. */
export const shareText = (items: readonly CartItem[], shop: string): string =>
  `My cart at ${shop}: ${sumOf(items)}`;

const short = (text: string, most = NAME) =>
  text.length > most ? `${[...text].slice(0, most - 1).join('')}…` : text;
/** Returns the choice in a set. The stored value may be anything. */
function chosenOf({ chosen }: CartItem): string {
  const names = chosen?.map?.((part) => part?.name).join(', ');
  return names ? ` (${short(names, CHOSEN)})` : '';
}

/** Returns the shopper's message to the shop: a greeting, the lines of the cart, the total and the cart link. */
export function orderText(items: readonly CartItem[], shop: string, link: string): string {
  const lines = items
    .slice(0, LINES)
    .map(
      (item) =>
        `${item.quantity} × ${short(item.name)}${chosenOf(item)}: ${formatNaira(toNaira(toKobo(item.price) * item.quantity))}`,
    );
  const others = items.length - lines.length;
  if (others > 0) lines.push(`and ${others} more`);
  return [
    `Hello ${shop}, I would like to order:`,
    ...lines,
    `Total: ${sumOf(items)}, without delivery`,
    link,
  ].join('\n');
}

/** Returns the address that opens a chat with the shop and contains this message. */
export const whatsAppLink = (number: string, message: string): string =>
  `https://wa.me/${number}?text=${encodeURIComponent(message)}`;
