/**
 * The rules of a namespace for which none were set, as returned by GET: those of Google's emulator.
 */
export const OPEN_RULES = `{
    "rules": {
        ".read": true,
        ".write": true
    }
}`;
