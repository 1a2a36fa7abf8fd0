const { https, pubsub } = require('firebase-functions/v1');

exports.greet = https.onRequest((_request, response) => {
  const { GREETING, MARK, EXT_INSTANCE_ID } = process.env;
  response.send(`${GREETING} from ${EXT_INSTANCE_ID}${MARK}`);
});

exports.keep = pubsub.topic('named by extension.yaml').onPublish(async ({ json: { text } }) => {
  const { FIRESTORE_EMULATOR_HOST, GCLOUD_PROJECT } = process.env;
  const document = `projects/${GCLOUD_PROJECT}/databases/(default)/documents/greetings/latest`;
  await fetch(`http://${FIRESTORE_EMULATOR_HOST}/v1/${document}`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({ fields: { text: { stringValue: text } } }),
  });
});
