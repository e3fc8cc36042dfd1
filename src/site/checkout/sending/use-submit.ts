import { useState } from 'react';
import { FIELDS } from '#site/checkout/draft-store.ts';
import type { CallError } from '#site/client/errors.ts';
import { useSubmission } from '#site/forms/use-submission.ts';
import { lazyPart } from '#site/lazy/part.ts';
import { NOT_LOADED, toast } from '#site/toasts/toasts-store.ts';
import type { Changes } from './changes.ts';
import type { Screen } from './press.ts';

/** The part that sends the order, with the rules of the form. */
export const submitPart = lazyPart(() => import('./press.ts'));

/** Sends the order. `changes`: how the shop's figures differ from the order that was sent last. */
export function useSubmit() {
  const [changes, setChanges] = useState<Changes | null>(null);

  const submission = useSubmission(FIELDS, (error: CallError) => {
    if (submitPart.now) return submitPart.now.fail(screen, error);
    toast(NOT_LOADED);
    setMessage({ kind: 'failed', text: `${NOT_LOADED.text} Everything you typed is kept.` });
  });
  const { setMessage, showErrors, runWith } = submission;
  const screen: Screen = { showErrors, setMessage, setChanges };

  const submit = () => runWith(submitPart, ({ press }, leaving) => press(screen, leaving));

  return { ...submission, changes, submit };
}
