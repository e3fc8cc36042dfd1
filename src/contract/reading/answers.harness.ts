/** A backend's answers that keep the contract in everything. */
export const TIME = '2026-06-01T12:00:00.000Z';
export const product = {
  _id: '66b1f0c2a4d3e5f6a7b8c9d0',
  id: '66b1f0c2a4d3e5f6a7b8c9d0',
  name: 'Amouage Interlude',
  price: 310_000.5,
  images: ['https://cdn.example/a.jpg'],
  image: 'https://cdn.example/a.jpg',
  description: 'Smoke.',
  tags: ['incense'],
  qtyAvailable: 3,
  ratings: 4.5,
  numReviews: 2,
  soldCount: 9,
  createdAt: TIME,
  discount: { type: 'percentage', amount: 10, expiresAt: TIME },
};
export const item = {
  productId: product.id,
  name: product.name,
  price: 5000,
  image: '',
  quantity: 2,
};
export const shippingInfo = {
  fullName: 'A. Customer',
  email: 'customer@example.com',
  phone: '08030000000',
  address: '1 Road',
  city: 'Ikeja',
  state: 'Lagos',
  country: 'Nigeria',
};
export const order = {
  _id: product.id,
  createdAt: TIME,
  status: 'paid',
  totalAmount: 12_500,
  shippingFee: 2500,
  email: shippingInfo.email,
  paymentReference: 'ref_123456',
  paidAt: TIME,
  items: [item],
  shippingInfo,
};
export const payment = {
  status: 'paid',
  reference: 'ref-123456',
  email: shippingInfo.email,
  amount: 12_500,
  channel: 'card',
  paidAt: TIME,
  customer: { first_name: 'A.', last_name: null, email: shippingInfo.email, phone: null },
};
export const review = {
  _id: 'r1',
  userName: 'A. C.',
  rating: 4,
  comment: 'Lasts.',
  createdAt: TIME,
  user: { _id: 'u1' },
};
export const session = { token: 'abc.def', user: { id: 'u1', fullName: 'A. Customer' } };
export const url = 'https://checkout.paystack.com/x';
