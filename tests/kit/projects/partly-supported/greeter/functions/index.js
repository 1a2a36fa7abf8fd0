const { https } = require('firebase-functions/v1');

exports.greet = https.onRequest((_request, response) => {
  const { GREETING, MARK, EXT_INSTANCE_ID } = process.env;
  response.send(`${GREETING} from ${EXT_INSTANCE_ID}${MARK}`);
});
