// One structured log entry per event, searchable by its name. Never log secrets, tokens, email or
// postal addresses or card data; ids are enough to find the rest.
import { logger } from 'firebase-functions';

type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Writes structured entries to Cloud Logging. */
export const log = {
  info: (event: string, fields: Fields = {}): void => logger.info(event, fields),
  warn: (event: string, fields: Fields = {}): void => logger.warn(event, fields),
  /** For problems that need an operator. */
  error: (event: string, fields: Fields, cause?: unknown): void =>
    logger.error(event, {
      ...fields,
      cause: cause instanceof Error ? (cause.stack ?? cause.message) : cause,
    }),
};
