/** The addresses of the products in the back office. */
export const PRODUCTS = '/admin/products';
export const NEW_PRODUCT = `${PRODUCTS}/new/product`;
/** The form of a new product with all that another one has: as another `size` of it, or as a `copy`. */
export const copyOf = (id: string, as: 'size' | 'copy'): string =>
  `${NEW_PRODUCT}?${new URLSearchParams({ [as]: id })}`;

/** The files that somebody has brought. Three parts, so that no product's id can be in its place. */
export const IMPORTS = `${PRODUCTS}/import/files`;

/** The page of a product. An id has small letters, digits and hyphens; those of early imports may have other signs. */
export const productPage = (id: string): string => `${PRODUCTS}/${encodeURIComponent(id)}`;
