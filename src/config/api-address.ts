/**
 * Returns the address of a product API in the form that all programs use: without a slash at its end, so that a path can
 * follow. A prefix stays: with 'https://example.com/shop/' the catalogue is at https://example.com/shop/api/product.
 * @param name - the setting's name, which begins the message of an error.
 * @throws Error with a sentence that says what is wrong.
 */
export function apiAddress(given: string, name: string): string {
  const text = given.trim();
  if (!/^https?:\/\//i.test(text)) {
    throw new Error(`${name} must begin with http:// or https://, and '${text}' does not`);
  }
  const url = URL.parse(text);
  if (!url) throw new Error(`${name} is not a web address: '${text}'`);
  if (url.search || url.hash || text.endsWith('?') || text.endsWith('#')) {
    throw new Error(`${name} must end with its path: '${text}' has a query or a fragment`);
  }
  if (url.username || url.password) {
    throw new Error(`${name} must not hold a name or password: pages would show it`);
  }
  return url.href.replace(/\/+$/, '');
}
