import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '#site/lazy/part.ts';
import { usePart } from '#site/lazy/use-part.ts';
import { NOT_LOADED, toast } from '#site/toasts/toasts-store.ts';
import type { CancelProps } from './CancelDialog.tsx';

const dialogPart = lazyPart(() => import('./CancelDialog.tsx'));

/** Cancels an order that is not packed yet, after a question (extension order.cancel). */
export function CancelOrder(props: CancelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [asked, setAsked] = useState(false);
  const part = usePart(dialogPart, asked, () => {
    setAsked(false);
    toast(NOT_LOADED);
  });
  useEffect(() => {
    if (part) dialog.current?.showModal();
  }, [part]);
  return (
    <section
      className="order-cancel panel grid justify-items-start gap-4"
      aria-labelledby="cancel-order"
    >
      <h2 id="cancel-order" className="panel-title">
        Changed your mind?
      </h2>
      <p>You can cancel this order until it is packed.</p>
      <button
        type="button"
        className="button-quiet"
        aria-haspopup="dialog"
        onClick={() => (part ? dialog.current?.showModal() : setAsked(true))}
      >
        Cancel order
      </button>
      {part && <part.CancelDialog dialog={dialog} {...props} />}
    </section>
  );
}
