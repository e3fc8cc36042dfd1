import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saleReader } from './sale-columns.ts';

const readOf = (record: Record<string, string>) =>
  saleReader(Object.keys(record), new Set())((at) => Object.values(record)[at] ?? '');

describe('a column that says whether a product is for sale', () => {
  it.each([
    ['Status', 'Active', 'shown'],
    ['Status', '', 'shown'],
    ['Status', 'Draft', 'hidden'],
    ['STATUS', 'en attente', 'hidden'],
    ['product_status', 'archived', 'retired'],
    ['Product Visible?', 'N', 'hidden'],
    [' Published ', '-1', 'hidden'],
    ['Published on online store', 'TRUE', 'shown'],
    ['Visibility in catalog', 'search', 'shown'],
    ['visibility', 'Not Visible Individually', 'hidden'],
    ['visibility', 'Catalog, Search', 'shown'],
    ['product_online', '2', 'hidden'],
    ['Active (0/1)', '0', 'hidden'],
    ['Square Online Item Visibility', 'unavailable', 'hidden'],
    ['Can be Sold', 'FALSE', 'hidden'],
    ['Archived', 'Y', 'retired'],
    ['Archived', 'N', 'shown'],
    ['Hidden', 'yes', 'hidden'],
    ['hideproduct', '1', 'hidden'],
    ['Enabled Main Street', 'N', 'hidden'],
    ['State', 'Lagos', 'shown'],
    ['state', 'unpublished', 'hidden'],
    ['Weight', '0', 'shown'],
    ['Status', 'A', 'shown'],
    ['Available for sale [Ikeja]', 'N', 'hidden'],
    ['*Action(SiteID=UK|Version=1193)', 'End', 'retired'],
    ['update_delete', 'Delete', 'retired'],
    ['حالة المنتج', 'معروض', 'shown'],
  ])('%s: %s is %s', (heading, cell, status) => {
    expect(readOf({ [heading]: cell })).toMatchObject({ status });
  });

  it('hides a product that one of two columns does not sell, in either order', () => {
    const no = fc.constantFrom('FALSE', 'No', '0', 'draft', 'Pending', 'inactif', 'مسودة', 'مخفي');
    const other = fc.constantFrom('Active', 'TRUE', '1', '');
    fc.assert(
      fc.property(no, other, fc.boolean(), (word, yes, isFirst) => {
        const both = isFirst ? { Published: word, Status: yes } : { Status: yes, Published: word };
        expect(readOf(both)).toMatchObject({ status: 'hidden', why: `Published is ${word}` });
      }),
    );
  });

  it.each([
    ['Gift card', 'TRUE', 'a gift card'],
    ['Requires shipping', 'no', 'nothing that is shipped'],
    ['product_is_shipping_required', 'false', 'nothing that is shipped'],
    ['Type', 'simple, downloadable', 'a download'],
    ['Product Type [Non Editable]', 'GIFT_CARD', 'a gift card'],
    ['Item Type', 'Service', 'a product that is not shipped'],
    ['Type', 'Eau de Parfum', undefined],
    ['Downloadable', 'Y', 'a download'],
    ['هل يتطلب شحن؟', 'لا', 'nothing that is shipped'],
  ])('%s: %s is %s', (heading, cell, leftOut) => {
    expect(readOf({ [heading]: cell })).toMatchObject({ status: 'shown', leftOut });
  });
});
