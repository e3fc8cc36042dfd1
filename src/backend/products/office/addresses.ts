/** The addresses of the products in the back office. */
export const PRODUCTS = '/admin/products';
export const NEW_PRODUCT = `${PRODUCTS}/new/product`;
/** Returns the address of the form for a new product that copies another one: as a `size` of it, or as a `copy`. */
export const copyOf = (id: string, as: 'size' | 'copy'): string =>
  `${NEW_PRODUCT}?${new URLSearchParams({ [as]: id })}`;

/** The imported files. The path has three parts, so that it cannot be a product's page. */
export const IMPORTS = `${PRODUCTS}/import/files`;

/** Returns the page of a product. An id has small letters, digits and hyphens; early imports allowed other characters. */
export const productPage = (id: string): string => `${PRODUCTS}/${encodeURIComponent(id)}`;
