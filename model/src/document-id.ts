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

/** The id of a category: its slug in /shop/{category}. */
export const CategoryIdSchema = z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), z.maxLength(60));
