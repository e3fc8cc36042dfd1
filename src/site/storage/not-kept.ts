import { $toasts, type ToastText, toast } from '#site/toasts/toasts-store.ts';

/** The browser's storage is full or denied (persistent.ts). Shown once a page: a module runs once. */
const NOT_KEPT: ToastText = {
  title: 'This browser cannot keep it',
  text: 'What you do here is forgotten when you leave this page. Free some space on your device, or allow this site to store data, and try again.',
  tone: 'bad',
};

// Beside the toast of the action, which still worked.
const others = $toasts.get().filter(({ tone, undo }) => !tone && !undo);
toast(NOT_KEPT);
for (const { id, at, ...text } of others) toast(text, at);
