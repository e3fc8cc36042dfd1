/** Returns links that share a product's text and URL, by network name. */
export function shareLinks(
  text: string,
  url: string,
): Record<'WhatsApp' | 'Facebook' | 'Twitter', string> {
  const [said, link] = [encodeURIComponent(text), encodeURIComponent(url)];
  return {
    WhatsApp: `https://wa.me/?text=${said}%20${link}`,
    Facebook: `https://www.facebook.com/sharer/sharer.php?u=${link}&quote=${said}`,
    Twitter: `https://twitter.com/intent/tweet?text=${said}&url=${link}`,
  };
}

/** Returns the shared text: 'Tom Ford Oud Wood, Eau de Parfum · 50 ml, at Turare'. */
export const shareText = (name: string, facts: string, shop: string) =>
  `${[name, facts].filter(Boolean).join(', ')}, at ${shop}`;
