import { onRequest } from 'firebase-functions/https';

const createHello = async () => onRequest((_, response) => void response.send(process.env.GREETING));

// A module with a top-level await cannot be required.
export const hello = await createHello();
