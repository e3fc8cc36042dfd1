/** The addresses of the products in the back office. */
export const PRODUCTS = '/admin/products';
export const NEW_PRODUCT = `${PRODUCTS}/new/product`;

/** The page of a product. An id has small letters, digits and hyphens; those of early imports may have other signs. */
export const productPage = (id: string): string => `${PRODUCTS}/${encodeURIComponent(id)}`;
