import { describe, expect, it } from 'vitest';
import { Checkbox, NairaField, TextArea } from './Form.tsx';
import { FormState } from './form-state.ts';
import { Money, Pager } from './parts.tsx';

/** A form as it is shown: new, or sent with these fields and refused. */
function formOf(sent?: Record<string, string>, refusal: object = {}): FormState {
  const fields = new FormData();
  for (const [name, value] of Object.entries(sent ?? {})) fields.append(name, value);
  const returned = { fields, refusal: { code: 'invalid' as const, message: 'No.', ...refusal } };
  return new FormState({
    action: '/admin/products/asad/price',
    id: 'x'.repeat(22),
    csrf: 'token',
    version: 'one',
    returned: sent ? returned : null,
  });
}

const html = (element: unknown) => String(element);

describe('a field', () => {
  const field = (form: FormState) =>
    html(NairaField({ form, name: 'price', label: 'Price', value: '12500' }));

  it('shows what is stored, and what was typed once the form was refused', () => {
    expect(field(formOf())).toContain('value="12500"');
    expect(field(formOf({ price: '13,00' }))).toContain('value="13,00"');
  });

  it('is tied to its error and to what somebody else has written', () => {
    const wrong = formOf({ price: 'x' }, { fields: { price: 'Write naira.' } });
    expect(field(wrong)).toMatch(
      /aria-describedby="(products-asad-price-price-error)".*aria-invalid="true"/,
    );
    const stale = formOf({ price: '13000' }, { code: 'stale', current: { price: '14000' } });
    expect(field(stale)).toContain('Now in the shop: <strong>14000</strong>');
    const same = formOf({ price: '14000' }, { code: 'stale', current: { price: '14000' } });
    expect(field(same)).not.toContain('Now in the shop');
  });

  it('keeps the line breaks of a text, and a box that was emptied', () => {
    const area = html(TextArea({ form: formOf({ note: '\nb <c>' }), name: 'note', label: 'Note' }));
    expect(area).toContain('>\n\nb &lt;c&gt;</textarea>');
    const box = (form: FormState) =>
      html(Checkbox({ form, name: 'hidden', label: 'Hidden', ticked: true }));
    expect(box(formOf())).toContain('checked');
    expect(box(formOf({ note: '' }))).not.toContain('checked');
  });
});

it('writes an amount of kobo as naira', () => {
  expect(html(Money({ kobo: 1_250_050 }))).toContain('₦12,500.50');
});

it('links to the pages before and after, with the same search', () => {
  const pager = html(
    Pager({
      path: '/admin/orders',
      query: new URLSearchParams('q=a b&page=2&done=x'),
      page: 2,
      pages: 3,
    }),
  );
  expect(pager).toContain('href="/admin/orders?q=a+b&amp;page=1"');
  expect(pager).toContain('href="/admin/orders?q=a+b&amp;page=3"');
  expect(html(Pager({ path: '/', query: new URLSearchParams(), page: 1, pages: 1 }))).toBe('null');
});
