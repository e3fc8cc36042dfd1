import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { paths } from '#config/paths.ts';
import { toast } from '#site/toasts/toasts-store.ts';
import type { Undo } from '#site/toasts/undo.ts';
import { $panel } from './panel-store.ts';

interface Props {
  root: RefObject<HTMLDivElement | null>;
  list: 'Cart' | 'Wishlist';
  /** The name of the list with the number of its entries. */
  title: string;
  /** The words of an empty list, and its suggestion. */
  empty: string;
  hint: string;
  /** The label of the button that clears the list. */
  clear: string;
  /** Empties the list and returns how to undo that. */
  onClear: () => Undo;
  lines: readonly ReactNode[];
  /** Shown below the lines. */
  children?: ReactNode;
}

/** The contents of the panel of the cart or the wishlist. */
export function DrawerContents({ root, list, children, ...props }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A toast from before the drawer had its contents moves here (toast-region.ts listens).
  useLayoutEffect(() => $panel.notify(), []);
  const { title, empty, hint, clear, lines } = props;
  const name = list.toLowerCase();
  const press = () => {
    const text = `All items have been removed from your ${name}.`;
    toast({ title: `${list} Cleared`, text, undo: props.onClear() });
    heading.current?.focus();
  };
  return (
    <div ref={root} className="flex flex-col tall:h-full tall:min-h-0">
      <div className="panel-head">
        <h2
          ref={heading}
          id={`${name}-panel-title`}
          className="panel-title"
          tabIndex={-1}
          data-focus-fallback
        >
          {title}
        </h2>
        {lines.length > 0 && (
          <button type="button" className="link ms-auto min-h-11 text-small" onClick={press}>
            {clear}
          </button>
        )}
      </div>
      {lines.length === 0 ? (
        <div className="flex flex-1 flex-col items-start justify-center gap-2 px-5 pb-24">
          <p className="font-display text-lead">{empty}</p>
          <p className="text-ink-soft">{hint}</p>
          <a href={paths.products} className="button button-quiet mt-4" data-close>
            See all fragrances
          </a>
        </div>
      ) : (
        <ul className="divide-y divide-hairline px-5 tall:min-h-0 tall:flex-1 tall:overflow-y-auto tall:overscroll-contain">
          {lines}
        </ul>
      )}
      <div data-toasts />
      {lines.length > 0 && children}
    </div>
  );
}
