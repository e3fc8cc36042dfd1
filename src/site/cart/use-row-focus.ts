import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Keeps the keyboard's place when a row goes: the focus moves to the same button of the row that takes
 * its place, or of the last one, or to the element marked `data-focus-fallback`.
 */
export function useRowFocus(root: RefObject<HTMLElement | null>, rows: number) {
  const wanted = useRef<{ index: number; part: string } | null>(null);
  useLayoutEffect(() => {
    if (!wanted.current || !root.current) return;
    const { index, part } = wanted.current;
    wanted.current = null;
    const buttons = root.current.querySelectorAll<HTMLElement>(`[data-part="${part}"]`);
    const next = buttons[Math.min(index, rows - 1)];
    (next ?? root.current.querySelector<HTMLElement>('[data-focus-fallback]'))?.focus();
  }, [root, rows]);
  /** To be called just before the row at `index` goes. */
  return (index: number, part: 'minus' | 'remove') => {
    wanted.current = { index, part };
  };
}
