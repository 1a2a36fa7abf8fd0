/**
 * The rules of a namespace to which none were put, as GET shows them: those of Google's emulator.
 */
export const OPEN_RULES = `{
    "rules": {
        ".read": true,
        ".write": true
    }
}`;
