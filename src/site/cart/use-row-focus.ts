import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the focus in place when a row is removed. It moves to the same button of the next row, else of the last row,
 * else to the element marked `data-focus-fallback`.
 */
export function useRowFocus(root: RefObject<HTMLElement | null>, rows: number) {
  const wanted = useRef<{ index: number; control: string } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current || !root.current) return;
    const { index, control } = wanted.current;
    wanted.current = null;
    const buttons = root.current.querySelectorAll<HTMLElement>(`[data-control="${control}"]`);
    const next = buttons[Math.min(index, rows - 1)];
    (next ?? root.current.querySelector<HTMLElement>('[data-focus-fallback]'))?.focus();
  }, [root, rows]);
  /** Call it just before the row at `index` is removed. */
  return (index: number, control: 'minus' | 'remove') => {
    wanted.current = { index, control };
  };
}
