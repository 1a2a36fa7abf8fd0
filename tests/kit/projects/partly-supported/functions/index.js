import { onRequest } from 'firebase-functions/https';

const createHello = async () => onRequest((_, response) => void response.send(process.env.GREETING));

// A module that awaits something at its top level cannot be required.
export const hello = await createHello();
