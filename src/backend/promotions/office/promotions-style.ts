import { subjectStyle } from '#backend/office/frame/assets.ts';
import { fields } from '#backend/promotions/fields.ts';

/** Hides each field of a promotion's form that the other choices do not ask for. A browser without :has() shows them all. */
const css = fields
  .flatMap(({ name, when }) => {
    if (!when) return [];
    const [by, ...options] = when;
    const asks = options.map((option) => `[name="${by}"] [value="${option}"]:checked`).join(', ');
    return `.form:not(:has(${asks})) .field:has([name="${name}"]) { display: none; }`;
  })
  .join('\n');

export const promotionsStyle = subjectStyle({ name: 'promotions', css }, '/admin/promotions');
