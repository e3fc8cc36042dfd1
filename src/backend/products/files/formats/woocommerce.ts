import type { KeepingFormat } from './format.ts';

/**
 * WooCommerce: Products, Export. Its headings are in the site's language; French is supported, too. A size is a row of the
 * type 'variation' that names its product by SKU or by 'id:741'.
 */
export const woocommerce: KeepingFormat = {
  name: 'WooCommerce',
  marks: [
    'Regular price | Tarif régulier | Tarif normal | Prix de base',
    'Visibility in catalog | Visibilité dans le catalogue',
    'In stock? | En stock ? | En inventaire ? | Stock status',
  ],
  separator: ',',
  escapedSeparator: true,
  columns: {
    id: ['ID', 'Identifiant'],
    parent: 'Parent | Parent SKU',
    name: 'Name | Nom',
    brand: ['Brands', 'Brand | Marque | Marques'],
    price: 'Regular price | Tarif régulier | Tarif normal | Prix de base',
    salePrice: 'Sale price | Tarif promo | Prix de vente',
    saleStarts: 'Date sale price starts | Date de début de promo',
    saleEnds: 'Date sale price ends | Date de fin de promo',
    stock: 'Stock | Inventaire | Stock quantity',
    inStock: 'In stock? | En stock ? | En inventaire ? | Stock status',
    description: 'Description',
    summary: 'Short description | Description courte',
    tags: 'Tags | Étiquettes',
    categories: 'Categories | Catégories',
    pictures: 'Images',
    address: ['Slug', 'Permalink | Permalien'],
  },
  addresses: {
    product: ['/product/{slug}/'],
    lists: {
      categories: '/product-category/{path}/',
      tags: '/product-tag/{path}/',
      brand: '/brand/{path}/',
    },
  },
  options: [
    "Attribute # name | Nom de l'attribut #",
    "Attribute # value(s) | Valeur(s) de l'attribut #",
  ],
  sku: 'SKU | UGS',
  own: {
    pattern: /^Meta: turare_(\w+)$/i,
    heading: (column) => `Meta: turare_${column}`,
  },
  sizes: { as: 'parent' },
  freeSales: true,
  writtenBreaks: true,
};
