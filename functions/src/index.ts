// Each function is deployed under its exported name.
import { allowLoopbackImages } from '@savepoint/model/image-url';
import { areLoopbackImagesAllowed } from './config/settings.ts';

export { deleteAccount, setRole } from './accounts/account-functions.ts';
export { onSaleChanged, readDashboard, recordVisit } from './analytics/analytics-functions.ts';
export {
  deleteCategory,
  deleteProduct,
  importProducts,
  orderCategories,
  patchProducts,
  restoreDeleted,
  saveCategory,
  saveProduct,
} from './catalog/catalog-functions.ts';
export {
  replyToContactMessage,
  sendContactMessage,
  setContactMessageStatus,
} from './contact/contact-functions.ts';
export { giveCredit, redeemGiftCard } from './credit/credit-functions.ts';
export {
  advanceDrops,
  enterDrop,
  leaveDrop,
  remindOfDrop,
  saveDrop,
  stopDrop,
} from './drops/drop-functions.ts';
export { deleteUnusedImages, processImage } from './images/image-functions.ts';
export {
  onPasswordResetRequested,
  onUserCreated,
  readMailPreferences,
  requestEmailVerification,
  requestPasswordReset,
  saveMailPreferences,
} from './mail/account-mail-functions.ts';
export {
  onEmailChangeRequested,
  propagateEmailChange,
  propagateEmailChanges,
  requestEmailChange,
} from './mail/email-change-functions.ts';
export { issueGiftCard } from './mail/gift-card-functions.ts';
export {
  confirmSubscription,
  subscribeNewsletter,
  unsubscribe,
  unsubscribeOneClick,
} from './mail/list-functions.ts';
export { inbox, onContactMessageWritten, onOrderWritten } from './mail/mail-functions.ts';
export { sendReminders } from './mail/reminder-functions.ts';
export { readOrderEmails, resendOrderEmail } from './mail/resend-functions.ts';
export {
  cancelStockAlert,
  onStockChanged,
  requestStockAlert,
  sendStockAlerts,
} from './mail/stock-alert-functions.ts';
export {
  addOrderNote,
  cancelOrder,
  changeReturn,
  correctAddress,
  createOrder,
  createPaymentSession,
  editOrder,
  expireOrders,
  placeManualOrder,
  refundOrder,
  requestReturn,
  stripeWebhook,
  updateOrder,
  withdrawEdit,
} from './orders/order-functions.ts';
export { renderPage } from './pages/render-page.ts';
export { checkPromotion, readPromotions, savePromotion } from './promotions/promotion-functions.ts';
export {
  moderateReview,
  onPurchaseChanged,
  onReviewWritten,
  submitReview,
} from './reviews/review-functions.ts';
export { changeSettings, publishScheduledSettings } from './settings/settings-functions.ts';
export { correctStock, onStockShardWritten } from './stock/stock-functions.ts';
export {
  readSyncSettings,
  shopifyWebhook,
  syncDaily,
  syncProducts,
  undoSync,
} from './sync/sync-functions.ts';

allowLoopbackImages(areLoopbackImagesAllowed());
