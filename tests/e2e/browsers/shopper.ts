import { expect } from '../support/fixtures.ts';
import type { Driver, InputSource } from './driver.ts';

/** An element that a shopper looks for: its kind, and a part of its visible or spoken name. */
export interface Target {
  selector: string;
  name?: string;
}

export const button = (name: string): Target => ({ selector: 'button', name });
export const link = (name: string): Target => ({ selector: 'a', name });

/** Returns the middle of the first visible element, after scrolling to it; null if there is none or it is disabled. */
function middleOf({ selector, name }: Target): { x: number; y: number } | null {
  const dialog = document.querySelector('dialog[open]');
  for (const element of (dialog ?? document).querySelectorAll<HTMLElement>(selector)) {
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not the button's name
    const said = `${element.getAttribute('aria-label') ?? ''} ${element.innerText}`;
    if (name && !said.toLowerCase().includes(name.toLowerCase())) continue;
    if (!element.checkVisibility({ visibilityProperty: true }) || element.matches(':disabled'))
      continue;
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    const there = document.elementFromPoint(x, y);
    // An element in front of it, such as a toast, would take the click.
    if (there && (element.contains(there) || there.contains(element))) return { x, y };
  }
  return null;
}

const press = (x: number, y: number): InputSource => ({
  type: 'pointer',
  id: 'finger',
  actions: [
    { type: 'pointerMove', duration: 0, x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});

const keys = (text: string): InputSource => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
});

/** Creates a shopper with a browser. Every step waits for what it needs, as a person would. */
export function shopperWith(driver: Driver) {
  const tap = async (target: Target) => {
    let middle: { x: number; y: number } | null = null;
    await expect
      .poll(async () => (middle = await driver.run(middleOf, target)), {
        message: `something to press: ${JSON.stringify(target)}`,
      })
      .not.toBeNull();
    const { x, y } = middle as unknown as { x: number; y: number };
    await driver.perform(press(x, y));
  };
  return {
    tap,
    /** Types into a field, with the keyboard. */
    async type(id: string, text: string) {
      await tap({ selector: `#${id}` });
      await driver.perform(keys(text));
      await expect
        .poll(() =>
          driver.run((id) => document.querySelector<HTMLInputElement>(`#${id}`)?.value, id),
        )
        .toBe(text);
    },
    /** Chooses the first option whose text contains `part`. WebDriver cannot click the list of a select. */
    async choose(id: string, part: string) {
      const chosen = await expect
        .poll(() => driver.run(chooseIn, id, part), { message: `${part} among ${id}` })
        .toBe(true);
      return chosen;
    },
    /** Waits for the path of the address. */
    arrives: (path: RegExp) =>
      expect.poll(() => driver.run(() => location.pathname), { timeout: 30_000 }).toMatch(path),
    /** Waits for words on the page. */
    reads: (words: string) =>
      expect
        // biome-ignore lint/performance/useDomNodeTextContent: only what can be seen can be read
        .poll(() => driver.run(() => (document.body?.innerText ?? '').replace(/\s+/g, ' ')), {
          message: words,
          timeout: 30_000,
        })
        .toContain(words),
  };
}

function chooseIn(id: string, part: string): boolean {
  const select = document.querySelector<HTMLSelectElement>(`#${id}`);
  const option = [...(select?.options ?? [])].find(
    ({ text, value }) => value && text.includes(part),
  );
  if (!select || !option || select.disabled) return false;
  select.focus();
  select.value = option.value;
  for (const type of ['input', 'change']) select.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}
