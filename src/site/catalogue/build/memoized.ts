/** Returns a function that computes its value once for each object, which must not change. */
export function memoized<T extends object, V extends NonNullable<unknown>>(
  compute: (object: T) => V,
): (object: T) => V {
  const values = new WeakMap<T, V>();
  return (object) => {
    const known = values.get(object);
    if (known !== undefined) return known;
    const value = compute(object);
    values.set(object, value);
    return value;
  };
}

const rendered = new Map<string, Promise<string>>();

/** Returns the HTML of that name; the first caller renders it. */
export function renderedOnce(name: string, render: () => Promise<string>): Promise<string> {
  const known = rendered.get(name);
  if (known) return known;
  const html = render();
  rendered.set(name, html);
  return html;
}
