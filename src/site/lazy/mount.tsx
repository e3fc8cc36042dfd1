import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';

export function mount(element: Element, Contents: ComponentType): void {
  createRoot(element).render(<Contents />);
}
