const rendered = new Map<string, Promise<string>>();

/** The HTML of that name; the first caller renders it. */
export function renderedOnce(name: string, render: () => Promise<string>): Promise<string> {
  const known = rendered.get(name);
  if (known) return known;
  const html = render();
  rendered.set(name, html);
  return html;
}
