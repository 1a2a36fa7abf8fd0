// A function is deployed under the name that it is exported under here.
import { allowLoopbackImages } from '@savepoint/model/image-url';
import { areLoopbackImagesAllowed } from './config/settings.ts';

export { deleteAccount } from './accounts/account-functions.ts';
export {
  importProducts,
  moderateReview,
  patchProducts,
  saveCategory,
  saveProduct,
} from './catalog/catalog-functions.ts';
export { renderPage } from './catalog/render-page.ts';
export { onPurchaseChanged, onReviewWritten, submitReview } from './catalog/review-functions.ts';
export { shopifyWebhook, syncDaily, syncProducts, undoSync } from './catalog/sync-functions.ts';
export { sendContactMessage, subscribeNewsletter } from './forms/form-functions.ts';
export { inbox, onOrderWritten, requestPasswordReset } from './mail/mail-functions.ts';
export {
  cancelOrder,
  createOrder,
  createPaymentSession,
  expireOrders,
  requestReturn,
  stripeWebhook,
  updateOrder,
} from './orders/order-functions.ts';

allowLoopbackImages(areLoopbackImagesAllowed());
