import { describe, expect, it } from 'vitest';
import { cellsOf, read, table } from '#backend/products/files/understanding/understand.harness.ts';

describe('WooCommerce', () => {
  const head = { 'Visibility in catalog': 'visible', 'In stock?': '1', 'Regular price': '' };

  it('finds the parent of a size by SKU and by id, and takes the sale with its end', async () => {
    const moved = await read(
      table(
        {
          ID: '7',
          Type: 'variable',
          SKU: 'AMB',
          Name: 'Amber',
          ...head,
          Categories: 'Perfume > Women, Gifts',
          Description: 'Warm.\\n\\nSweet.',
        },
        {
          ID: '8',
          Type: 'variation',
          Name: 'Amber - 50 ml',
          Parent: 'AMB',
          ...head,
          'Regular price': '41000',
          'Sale price': '36900',
          'Date sale price ends': '2026-12-31',
          Stock: '8',
          'Attribute 1 name': 'Size',
          'Attribute 1 value(s)': '50 ml',
        },
        {
          ID: '9',
          Type: 'variation',
          Name: 'Amber - 100 ml',
          Parent: 'id:7',
          ...head,
          'In stock?': '0',
          'Regular price': '72000',
          'Attribute 1 name': 'Size',
          'Attribute 1 value(s)': '100 ml',
        },
        {
          ID: '10',
          Type: 'variation',
          Name: 'Lost',
          Parent: 'id:99',
          ...head,
          'Regular price': '1',
        },
        { ID: '11', Type: 'simple, virtual', Name: 'Book', ...head, 'Regular price': '1' },
      ),
    );
    expect(cellsOf(moved)).toMatchObject([
      {
        id: 'amber-50-ml',
        price: '41000',
        discount: '4100',
        discount_until: '2026-12-31',
        stock: '8',
        categories: ['Perfume', 'Women', 'Gifts'],
        description: 'Warm.\n\nSweet.',
      },
      { id: 'amber-100-ml', price: '72000', discount: '', stock: '0', group: 'amber' },
    ]);
    expect(moved.leftOut).toEqual([
      { row: 5, name: 'Lost', what: "a size of 'id:99', which the file does not have" },
      { row: 6, name: 'Book', what: 'a product that is not shipped' },
    ]);
  });

  it('reads facts from attributes, commas inside entries, and a sale for nothing', async () => {
    const moved = await read(
      table({
        Type: 'simple',
        Name: 'Amber',
        ...head,
        'Regular price': '1000',
        'Sale price': '0',
        Stock: '1',
        Tags: 'Rose\\, Taif, warm',
        'Attribute 1 name': 'Concentration',
        'Attribute 1 value(s)': 'EDP',
        'Attribute 2 name': 'Top notes',
        'Attribute 2 value(s)': 'Lime, Salt',
        'Attribute 3 name': 'Size',
        'Attribute 3 value(s)': '50 ml',
      }),
    );
    expect(cellsOf(moved)).toMatchObject([
      {
        name: 'Amber',
        price: '1000',
        discount: '1000',
        tags: ['Rose, Taif', 'warm'],
        concentration: 'Eau de Parfum',
        notes_top: ['Lime', 'Salt'],
        size_ml: '50',
      },
    ]);
  });

  it('gives a variation its own picture before those of the product', async () => {
    const size = { Type: 'variation', Parent: 'AMB', ...head, 'Regular price': '1', Stock: '1' };
    const moved = await read(
      table(
        {
          Type: 'variable',
          SKU: 'AMB',
          Name: 'Amber',
          ...head,
          Images: 'https://a.example/box.jpg',
        },
        { ...size, 'Attribute 1 name': 'Size', 'Attribute 1 value(s)': '50 ml', Images: '' },
        {
          ...size,
          'Attribute 1 name': 'Size',
          'Attribute 1 value(s)': '100 ml',
          Images: 'https://a.example/big.jpg',
        },
      ),
    );
    expect(cellsOf(moved).map(({ pictures }) => pictures)).toEqual([
      ['https://a.example/box.jpg'],
      ['https://a.example/big.jpg', 'https://a.example/box.jpg'],
    ]);
  });

  it.each([
    ['Published', '0'],
    ['Published', '-1'],
    ['Published', 'draft'],
    ['Visibility in catalog', 'hidden'],
    ['published', 'FALSE'],
  ])('hides a product whose %s is %s', async (column, word) => {
    const one = { Name: 'Amber', ...head, 'Regular price': '1', Stock: '1' };
    const moved = await read(table({ ...one, Published: '1', ...{ [column]: word } }));
    expect(cellsOf(moved)).toMatchObject([{ status: 'hidden', stock: '1' }]);
    expect(moved.notes).toEqual([{ row: 2, text: `${column} is ${word}: it is not on sale` }]);
  });

  it.each(['0', 'outofstock', 'backorder', 'onbackorder', 'no'])(
    'has nothing of a product whose stock is %s, whatever its units',
    async (word) => {
      const one = { Name: 'Amber', ...head, 'Regular price': '1', Stock: '7', 'In stock?': word };
      expect(cellsOf(await read(table(one)))).toMatchObject([{ stock: '0' }]);
    },
  );

  it('reads headings in French', async () => {
    const size = {
      ...{ Type: 'variation', Nom: 'Ambre', Publié: '1', Parent: 'AMB', UGS: 'AMB-50' },
      ...{ 'Visibilité dans le catalogue': 'visible', 'En stock\u00a0?': '1', Stock: '8' },
      ...{ 'Tarif régulier': '41000', 'Tarif promo': '36900', Catégories: '', Images: '' },
      ...{ 'Nom de l’attribut 1': 'Taille', 'Valeur(s) de l’attribut 1': '50 ml' },
    };
    const product = { ...size, Type: 'variable', Nom: 'Ambre', Parent: '', UGS: 'AMB', Stock: '' };
    const moved = await read(
      table(
        { ...product, 'Tarif régulier': '', 'Tarif promo': '', Catégories: 'Parfum > Femme' },
        size,
        { ...product, UGS: 'OLD', Nom: 'Brouillon', Publié: '0', Stock: '1' },
      ),
    );
    expect(moved.format).toBe('WooCommerce');
    expect(cellsOf(moved)).toMatchObject([
      ...[{ name: 'Ambre', size_ml: '50', price: '41000', discount: '4100', stock: '8' }],
      { name: 'Brouillon', status: 'hidden' },
    ]);
  });
});
