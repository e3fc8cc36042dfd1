import { shop } from '#config/shop.ts';
import type { FailureText } from '#site/auth/texts.ts';
import { type CallError, errorText } from '#site/client/errors.ts';
import { reason } from '#site/client/reason.ts';
import type { ToastText } from '#site/toasts/toasts-store.ts';

/** Returns the destructive toast for a failed call: the server's message, or the default text (spec §8). */
export function failureToast({ title, text }: FailureText, error?: CallError): ToastText {
  return { title, text: error?.body?.message ?? text, tone: 'bad' };
}

/** Returns the message above the button. `unanswered` says what to do if the request's outcome is unknown. */
export function advice({ text }: FailureText, error: CallError, unanswered: string): string {
  const said = errorText(error);
  if (said) return said;
  switch (error.kind) {
    case 'FETCH_ERROR':
    case 'TIMEOUT_ERROR':
      return `${reason(error.kind)} ${unanswered}`;
    case 'PARSING_ERROR':
      return `${reason(error.kind)} Everything you typed is kept: please try again in a few minutes, or write to ${shop.email}.`;
    case 429:
      return `${text}: there were too many tries in a short time. Please wait a few minutes, then press again.`;
    default:
      return `${text}. Everything you typed is kept: please try again in a minute.`;
  }
}
