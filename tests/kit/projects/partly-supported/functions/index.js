import { onRequest } from 'firebase-functions/https';

export const hello = onRequest((_, response) => void response.send(process.env.GREETING));
