import type { Changes } from './changes.ts';

/** Says how the shop's figures differ from the order that was sent. */
export function ChangedOrder({ changes }: { changes: Changes }) {
  return (
    <div className="notice">
      <p>
        {changes.length > 0
          ? 'Your order has changed since you put it together. Nothing was charged. Before you try again, please look at what is new:'
          : 'The shop has new figures for your order. Nothing was charged. Before you try again, please look at it.'}
      </p>
      <ul className="mt-2 list-disc ps-5">
        {changes.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </div>
  );
}
