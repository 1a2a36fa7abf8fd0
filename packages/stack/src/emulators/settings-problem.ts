// Finds mistakes in .env files and .secret.local of functions. firebase-tools ignores a file with a
// mistake and reports it only in its debug log.

/** A quoted value, which may span several lines. */
const QUOTED = /=[^\S\n]*(["'])(?:\\.|(?!\1)[^\\])*\1/gs;
const SETTING = /^\s*(?:export\s+)?([\w./]+)\s*=/;
const NAME = /^[A-Z_][A-Z0-9_]*$/;
/** https://firebase.google.com/docs/functions/config-env#reserved-names */
const RESERVED_PREFIXES =
  /^(X_GOOGLE_|FIREBASE_(?!SECRET_REF_)|EXT_(?!MIGRATED_SYSTEM_|SELECTED_EVENTS)|KIT_)/;
const RESERVED = new Set(
  `CLOUD_RUNTIME_CONFIG EVENTARC_CLOUD_EVENT_SOURCE ENTRY_POINT GCP_PROJECT GCLOUD_PROJECT GOOGLE_CLOUD_PROJECT FUNCTION_TRIGGER_TYPE FUNCTION_NAME
   FUNCTION_MEMORY_MB FUNCTION_TIMEOUT_SEC FUNCTION_IDENTITY FUNCTION_REGION FUNCTION_TARGET FUNCTION_SIGNATURE_TYPE
   K_SERVICE K_REVISION PORT K_CONFIGURATION`.split(/\s+/),
);

export interface SettingsProblem {
  /** Counted from 1. */
  readonly line: number;
  readonly reason: string;
}

/**
 * The first mistake in the text of a .env file: a line that is not a setting, or a name that is
 * reserved for Cloud Functions or malformed.
 */
export function findSettingsProblem(text: string): SettingsProblem | undefined {
  const withoutValues = text.replace(QUOTED, (value) => `=${value.replace(/[^\n]/g, '')}`);
  // The later lines of quoted values are empty at this point.
  for (const [index, line] of withoutValues.split(/\r?\n/).entries()) {
    const reason = problemOfLine(line);
    if (reason !== undefined) return { line: index + 1, reason };
  }
  return undefined;
}

function problemOfLine(line: string): string | undefined {
  if (/^\s*(#|$)/.test(line)) return undefined;
  const name = SETTING.exec(line)?.[1];
  if (name === undefined) return 'expected NAME=value';
  if (!NAME.test(name)) return `the name ${name} must have uppercase letters, digits and "_" only`;
  const isReserved = RESERVED.has(name) || RESERVED_PREFIXES.test(name);
  return isReserved ? `the name ${name} is reserved for Cloud Functions` : undefined;
}
