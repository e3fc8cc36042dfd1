import { type ReactNode, useRef, useState } from 'react';
import { Messages } from './Messages.tsx';
import { useAction } from './Press.tsx';

interface Props<T> {
  label: string;
  ready?: boolean;
  /** The heading of the dialog, with its id on the page. */
  title: string;
  id: string;
  /** The label of the button that closes the dialog. */
  keep?: string;
  /** Fetches what the dialog shows, with each opening. */
  load: () => Promise<T>;
  /** Draws the dialog's contents. They are drawn anew each time it opens, so nothing typed remains. */
  children: (loaded: T, close: () => void) => ReactNode;
}

/** A button that opens a dialog. Both the code and the data of its contents load with the press. */
export function SheetButton<T>(props: Props<T>) {
  const { label, ready = true, title, id, keep, load, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [loaded, setLoaded] = useState<{ value: T }>();
  const { pending, message, onPress } = useAction(async () => {
    setLoaded({ value: await load() });
    dialog.current?.showModal();
  });
  const close = () => dialog.current?.close();
  return (
    <>
      <button
        type="button"
        className="button-quiet"
        disabled={!ready}
        aria-disabled={pending || undefined}
        aria-haspopup="dialog"
        onClick={onPress}
      >
        {pending ? 'Opening...' : label}
      </button>
      <Messages message={message} />
      <dialog
        ref={dialog}
        className="sheet p-0"
        aria-labelledby={id}
        onClose={() => setLoaded(undefined)}
      >
        <div className="grid gap-8 p-[clamp(1.5rem,5vw,2.5rem)]">
          <h2 id={id} className="panel-title">
            {title}
          </h2>
          {loaded && children(loaded.value, close)}
          <button type="button" className="button-quiet justify-self-start" onClick={close}>
            {keep ?? 'Close'}
          </button>
        </div>
      </dialog>
    </>
  );
}
