const { defineSecret } = require('firebase-functions/params');
const { onRequest } = require('firebase-functions/https');

const secret = defineSecret('API_KEY');

exports.show = onRequest({ secrets: [secret] }, (_request, response) => {
  response.json({ text: 'first', setting: process.env.GREETING ?? null, secret: secret.value() });
});
