import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CallError } from '#site/client/errors.ts';
import { type LazyModule, loadModule } from '#site/lazy/load-module.ts';
import { CHECK_FORM, withdrawToasts } from '#site/toasts/toasts-store.ts';
import type { FieldErrors, Message } from './field-errors.ts';

/**
 * The work of one click. It checks the form at once and returns nothing if there is nothing to send. Otherwise it
 * returns the request's promise. It calls `leaving` after it has sent the browser to another page.
 */
type Work = (leaving: () => void) => Sent;
type Sent = Promise<unknown> | undefined;

/** Milliseconds after which a shopper who is still here may click again: the next page did not open. */
const LEAVING_MS = 15_000;

/**
 * Runs a button's work, one click at a time. `pending` lasts until the work ends. If the work leaves the page,
 * `pending` lasts until the shopper returns by the back/forward cache, or for 15 s if the next page does not open.
 * @param fields names of the form's fields, from the top: `showErrors` moves the focus to the first faulty one
 * @param failed handles a call that failed; any other error is rethrown
 */
export function useSubmission<Name extends string>(
  fields: readonly Name[],
  failed: (error: CallError) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FieldErrors<Name>>({});
  const isWrong = Object.values(errors).some(Boolean);
  useEffect(() => {
    if (!isWrong) withdrawToasts(CHECK_FORM);
  }, [isWrong]);
  const [message, setMessage] = useState<Message | null>(null);
  const [pending, setPending] = useState(false);
  // State changes only with the next render: two clicks in one frame would both find it false.
  const busy = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const release = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = undefined;
    busy.current = false;
    setPending(false);
  }, []);

  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => {
      // Without a timer a request is still under way, and releases the button when it ends.
      if (persisted && timer.current !== undefined) release();
    };
    addEventListener('pageshow', back);
    return () => {
      removeEventListener('pageshow', back);
      clearTimeout(timer.current);
    };
  }, [release]);

  const run = async (work: Work) => {
    if (busy.current) return;
    busy.current = true;
    setMessage(null);
    let left = false;
    try {
      const sent = work(() => {
        left = true;
      });
      if (sent) setPending(true);
      await sent;
    } catch (error) {
      left = false;
      if (!(error instanceof CallError)) throw error;
      failed(error);
    } finally {
      if (left) timer.current = setTimeout(release, LEAVING_MS);
      else release();
    }
  };

  /** Runs work that waits for a lazy module. */
  const runWith = <M>(part: LazyModule<M>, work: (module: M, leaving: () => void) => Sent) =>
    run((leaving) => {
      if (part.now) return work(part.now, leaving);
      if (navigator.onLine) return loadModule(part).then((module) => work(module, leaving));
      // The module cannot be fetched either.
      setMessage({ kind: 'offline' });
      return;
    });

  // A field gets the focus after its error is drawn, so that a screen reader reads both.
  const wanted = useRef<{ name: Name; select: boolean } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current) return;
    const { name, select } = wanted.current;
    wanted.current = null;
    const control = form.current?.querySelector<HTMLElement>(`[name="${name}"]`);
    control?.focus();
    if (select && control instanceof HTMLInputElement) control.select();
  });
  const focus = (name: Name, select = false) => {
    wanted.current = { name, select };
  };
  const showErrors = (found: FieldErrors<Name>) => {
    setErrors(found);
    const first = fields.find((name) => found[name]);
    if (first) focus(first);
  };

  return { form, pending, message, setMessage, errors, setErrors, showErrors, focus, run, runWith };
}
