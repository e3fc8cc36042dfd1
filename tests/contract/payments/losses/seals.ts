import type { Books } from './books.ts';

/** The possible damage of a seal at a provider, which leaves a payment without an order. */
export const SEALS = ['missing', 'altered', 'of another key', 'of another payment'] as const;
export type Seal = (typeof SEALS)[number] | 'whole';

/** The positions of a seal's key name and its content (src/backend/payments/sealed/seal.ts). */
const KEY_BYTE = 1;
const CONTENT_BYTE = 100;

const turned = (sealed: string, byte: number): string => {
  const bytes = Buffer.from(sealed, 'base64url');
  bytes[byte] = (bytes[byte] ?? 0) ^ 1;
  return bytes.toString('base64url');
};

/** Returns the change of the next payment's metadata. */
export function sealedSo(seal: Seal, books: Pick<Books, 'all'>): Books['alter'] {
  return ({ sealed, ...metadata }) => {
    const text = String(sealed);
    switch (seal) {
      case 'whole':
        return { ...metadata, sealed };
      case 'missing':
        return metadata;
      case 'altered':
        return { ...metadata, sealed: turned(text, CONTENT_BYTE) };
      case 'of another key':
        return { ...metadata, sealed: turned(text, KEY_BYTE) };
      case 'of another payment': {
        const [other] = books.all();
        return { ...metadata, sealed: (other?.metadata as typeof metadata | undefined)?.sealed };
      }
    }
  };
}
