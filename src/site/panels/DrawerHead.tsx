import { useRef } from 'react';

interface Props {
  id: string;
  title: string;
  /** Label of the button that clears the list. */
  clear: string;
  /** false while there is nothing to clear. */
  onClear: false | (() => void);
}

/** The head of a drawer: the title with the number of entries, and the button that clears the list. */
export function DrawerHead({ id, title, clear, onClear }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="panel-head">
      <h2 ref={heading} id={id} className="panel-title" tabIndex={-1} data-focus-fallback>
        {title}
      </h2>
      {onClear && (
        <button
          type="button"
          className="link ms-auto min-h-11 text-small"
          onClick={() => {
            onClear();
            heading.current?.focus();
          }}
        >
          {clear}
        </button>
      )}
    </div>
  );
}
