import { noViolation } from '../support/axe.ts';
import { expect, test } from '../support/fixtures.ts';
import { answerTo, field, options } from './search-box.ts';

test.describe('the keyboard', () => {
  test('arrows, Home and End move the active option; Enter opens its product', async ({ page }) => {
    await page.goto('/brands');
    const [first] = await answerTo(page, 'tom');
    await field(page).fill('tom');
    await expect(options(page)).toHaveCount(5);
    const active = () => page.locator('[role="option"][aria-selected="true"]');
    await expect(active()).toHaveCount(0);
    for (const [key, number] of [
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['End', 5],
      ['ArrowDown', 1],
      ['ArrowUp', 5],
      ['Home', 1],
    ] as const) {
      await field(page).press(key);
      await expect(active()).toHaveId(`suggestion-${number}`);
      await expect(field(page)).toHaveAttribute('aria-activedescendant', `suggestion-${number}`);
    }
    await expect(field(page)).toBeFocused();
    await noViolation(page);
    await field(page).press('Enter');
    await expect(page).toHaveURL(`/products/${first?.id}`);
  });

  test('typing on clears the active option; Enter without one searches the list', async ({
    page,
  }) => {
    await page.goto('/brands');
    await field(page).fill('tom');
    await expect(options(page)).toHaveCount(5);
    await field(page).press('ArrowDown');
    await field(page).press('End');
    await field(page).pressSequentially(' f');
    await expect(field(page)).not.toHaveAttribute('aria-activedescendant');
    await field(page).press('Enter');
    await expect(page).toHaveURL(/\/products\?search=tom(\+|%20)f$/);
  });

  test('Escape closes the list and keeps the text, an arrow opens it again, Tab leaves the field', async ({
    page,
  }) => {
    await page.goto('/brands');
    await field(page).fill('tom');
    await expect(options(page).first()).toBeVisible();
    await field(page).press('Escape');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(field(page)).toHaveValue('tom');
    await expect(field(page)).toHaveAttribute('aria-expanded', 'false');
    await field(page).press('ArrowDown');
    await expect(options(page).first()).toBeVisible();
    await field(page).press('Tab');
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Clear search' })).toBeFocused();
  });

  test('the clear button empties the field, closes the list and returns the focus', async ({
    page,
  }) => {
    await page.goto('/brands');
    const clear = page.getByRole('button', { name: 'Clear search' });
    await expect(clear).toBeHidden();
    await field(page).fill('tom');
    await expect(options(page).first()).toBeVisible();
    await clear.click();
    await expect(field(page)).toHaveValue('');
    await expect(field(page)).toBeFocused();
    await expect(page.getByRole('listbox')).toBeHidden();
    await expect(clear).toBeHidden();
  });
});
