import type { Review } from '#contract/review.ts';
import { soldOut } from './products.ts';

/** The customer of every state that has a signed-in customer. */
export const customer = { id: 'user-ngozi', fullName: 'Ngozi Okonkwo', email: 'ngozi@example.com' };
/** The data that she can change herself, with two addresses. */
export const ownData = {
  fullName: customer.fullName,
  email: customer.email,
  phone: '0803 555 0142',
  addresses: [
    {
      id: 'adr-home',
      fullName: customer.fullName,
      phone: '0803 555 0142',
      address: '14 Toyin Street',
      city: 'Ikeja',
      state: 'Lagos',
      shippingLocation: 'Lagos – Ikeja',
      isDefault: true,
    },
    {
      id: 'adr-mother',
      fullName: 'Mrs. Ifeoma Okonkwo',
      phone: '0806 555 0199',
      address: '3 Zik Avenue, behind the post office',
      city: 'Awka South',
      state: 'Anambra',
      shippingLocation: 'Awka',
      isDefault: false,
    },
  ],
};
export const session = { token: 'gallery-token', user: customer };
/** Two words of about 40 letters each. */
export const longNamed = {
  id: 'user-long',
  fullName: 'Oluwaseunfunmilayomotunrayoadebisiayokunle Chukwuemekaobinnaugochukwuokonkwoezeani',
  email: 'oluwaseunfunmilayo.chukwuemeka-okonkwo-ezeani@mail.customers.example.com',
};

const review = (number: number, change: Partial<Review>): Review => ({
  _id: `review-${number}`,
  userName: 'Bukola Adeyemi',
  rating: 5,
  comment: 'Dry and warm, and it stays close. My colleagues ask for its name.',
  createdAt: '2026-11-12T14:00:00.000Z',
  user: { _id: `user-${number}` },
  ...change,
});

export const oneReview = [review(1, { boughtHere: true })];

export const ownReview = review(2, {
  userName: customer.fullName,
  rating: 4,
  comment: 'I waited for the second hour before I loved it.',
  createdAt: '2026-10-30T08:00:00.000Z',
  user: { _id: customer.id },
  boughtHere: true,
});

export const manyReviews = [
  ...oneReview,
  ownReview,
  review(3, {
    userName: longNamed.fullName,
    rating: 3,
    comment: `${'Good, but I had hoped for more of the wood. '.repeat(12)}\n\nhttps://example.com/${'a-very-long-address-'.repeat(6)}`,
    createdAt: '2026-09-05T08:00:00.000Z',
  }),
  review(4, { userName: 'Ẹniọlá Ọ̀ṣọ́', rating: 1, comment: 'Not for me.' }),
  ...Array.from({ length: 14 }, (_, index) =>
    review(5 + index, {
      userName: ['Amina Bello', 'Chidi Eze', 'Tonye Briggs'][index % 3],
      rating: 3 + (index % 3),
      createdAt: `2026-08-${String(28 - index).padStart(2, '0')}T09:00:00.000Z`,
      boughtHere: index % 2 === 0,
    }),
  ),
];

/** The product without reviews. */
export const unreviewed = soldOut.id;
