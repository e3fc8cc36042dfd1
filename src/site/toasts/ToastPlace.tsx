import { useLayoutEffect } from 'react';
import { $panel } from '#site/panels/panel-store.ts';

/** The place of toasts in a drawer. */
export function ToastPlace() {
  // A toast that was there before the drawer had its contents moves here (toast-region.ts listens).
  useLayoutEffect(() => $panel.notify(), []);
  return <div data-toasts />;
}
