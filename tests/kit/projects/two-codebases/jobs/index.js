const { onMessagePublished } = require('firebase-functions/pubsub');
const { onSchedule } = require('firebase-functions/scheduler');
const { initializeApp } = require('firebase-admin/app');
const { getFirestore } = require('firebase-admin/firestore');

initializeApp();

exports.nightly = onSchedule('every day 03:00', () => console.log('nightly ran'));

exports.storeOrder = onMessagePublished('orders', ({ data }) =>
  getFirestore().doc(`orders/${data.message.json.id}`).set({ isPublished: true }),
);
