/** The addresses of the products in the back office. */
export const PRODUCTS = '/admin/products';
export const NEW_PRODUCT = `${PRODUCTS}/new/product`;

/** The page of a product. An id has only small letters, digits and hyphens, or what an import of early days took. */
export const productPage = (id: string): string => `${PRODUCTS}/${encodeURIComponent(id)}`;
