import * as z from 'zod/mini';
import { DOCUMENT_ID_MAX_LENGTH } from './limits.ts';

/**
 * The id of a Firestore document, from a request. Firestore reserves `.`, `..` and `__x__`, and a
 * slash would name another collection (firebase.google.com/docs/firestore/quotas, constraints on
 * document ids).
 */
export const DocumentIdSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(DOCUMENT_ID_MAX_LENGTH), z.regex(/^(?!\.{1,2}$)(?!__.*__$)[^/]+$/s));
