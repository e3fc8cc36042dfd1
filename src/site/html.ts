/** The HTML that both build and browser render. Texts of backends and shoppers cannot become markup in it. */

/** Markup made by `html` or `raw`. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: markup stays as it is, texts are escaped, lists are joined. Empty values render nothing. */
export type Content = Html | string | number | false | null | undefined | readonly Content[];

function textOf(content: Content): string {
  if (content instanceof Html) return content.text;
  if (Array.isArray(content)) return content.map(textOf).join('');
  return `${content || content === 0 ? content : ''}`.replace(
    /[&<"]/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );
}

/** Makes markup from a template. A value is safe in an element, and in an attribute in double quotes. */
export const html = (parts: TemplateStringsArray, ...values: Content[]): Html =>
  new Html(String.raw({ raw: parts }, ...values.map(textOf)));

/** Makes markup from the shop's own text, which is not escaped. */
export const raw = (text: string): Html => new Html(text);

/** Shows markup as an element's content, or where insertAdjacentHTML would put it. No other code writes HTML. */
export function show(element: Element, { text }: Html, where?: InsertPosition): void {
  if (where) element.insertAdjacentHTML(where, text);
  else element.innerHTML = text;
}
