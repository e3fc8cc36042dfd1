/** @jsxImportSource hono/jsx */
import { Badge } from '#backend/office/frame/parts.tsx';
import type { StaffProduct } from '#backend/products/edit/list.ts';

/** A small picture of a product, or an empty box. Its name is beside it. */
export const Thumbnail = ({ hash }: { hash: string | null }) =>
  hash ? (
    <img
      class="thumbnail"
      src={`/media/${hash}/160.webp`}
      alt=""
      width={56}
      height={56}
      loading="lazy"
    />
  ) : (
    <span class="thumbnail"></span>
  );

/** The state of a product: hidden or retired, and the units for sale. */
export function State({ product }: { product: Pick<StaffProduct, 'status' | 'left' | 'low'> }) {
  const { status, left, low } = product;
  return (
    <>
      {status !== 'shown' && <Badge tone="warn">{status}</Badge>}{' '}
      <Badge tone={left === 0 ? 'bad' : left <= low ? 'warn' : 'plain'}>
        {left === 0 ? 'Out of Stock' : `${left.toLocaleString('en')} left`}
      </Badge>
    </>
  );
}
