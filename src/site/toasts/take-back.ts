import { $toasts, dismissToast, type Toast } from './toasts-store.ts';
import { undo } from './undo.ts';

/** 'Undo' of a toast. Loaded with the first toast that has it. */
export function takeBack(shown: Toast): void {
  undo(shown.undo);
  dismissToast(shown.id);
}

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
  // In a field these keys undo typing.
  if (target instanceof Element && target.matches('input, select, textarea')) return;
  const last = $toasts.get().findLast((toast) => toast.undo);
  if (last) takeBack(last);
});
