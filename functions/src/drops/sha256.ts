import { createHash } from 'node:crypto';

/** SHA-256 of a text in UTF-8, in hexadecimal. */
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
