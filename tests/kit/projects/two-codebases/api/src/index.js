const { onCall } = require('firebase-functions/https');
const { onDocumentCreated } = require('firebase-functions/firestore');
const { beforeEmailSent, beforeSmsSent, beforeUserCreated, HttpsError } = require('firebase-functions/identity');

exports.greet = onCall(({ auth }) => ({ user: auth?.uid ?? 'nobody' }));

exports.shout = onDocumentCreated('notes/{note}', (event) =>
  event.data.ref.update({ loud: event.data.get('text').toUpperCase() }),
);

exports.onlyExample = beforeUserCreated(({ data }) => ({
  displayName: data.email.endsWith('@example.com') ? 'An example' : 'Somebody',
}));

const refuse = () => {
  throw new HttpsError('permission-denied', 'Nothing is sent.');
};
exports.noEmail = beforeEmailSent(refuse);
exports.noSms = beforeSmsSent(refuse);
