const { onMessagePublished } = require('firebase-functions/pubsub');
const { onCustomEventPublished } = require('firebase-functions/eventarc');
const { onRequest } = require('firebase-functions/https');
const { onSchedule } = require('firebase-functions/scheduler');
const { initializeApp } = require('firebase-admin/app');
const { getEventarc } = require('firebase-admin/eventarc');
const { getFirestore, initializeFirestore } = require('firebase-admin/firestore');

initializeApp();
const CHANNEL = 'locations/us-central1/channels/firebase';

exports.nightly = onSchedule('every day 03:00', () => console.log('nightly ran'));

exports.storeOrder = onMessagePublished('orders', ({ data }) =>
  getFirestore().doc(`orders/${data.message.json.id}`).set({ isPublished: true }),
);

exports.announce = onRequest(async (_, response) => {
  await getEventarc().channel(CHANNEL).publish({ type: 'app.thing.v1', data: { id: 'c' } });
  response.send('published');
});

const overRest = initializeFirestore(initializeApp({}, 'rest'), { preferRest: true });
exports.onThing = onCustomEventPublished({ eventType: 'app.thing.v1', channel: CHANNEL }, ({ data, source }) =>
  overRest.doc(`things/${data?.id ?? 'without-data'}`).set({ source }),
);
