// Owns the list of functions that are deployed; a function's name is its name here.

export { reviewWritten, submitReview } from './catalog/review-functions.ts';
export {
  cancelOrder,
  createOrder,
  createPaymentSession,
  expireOrders,
  requestReturn,
  stripeWebhook,
  updateOrder,
} from './orders/order-functions.ts';
