const MAX_LINE = 80;

/** Formats an attribute of a span. Long JSON, which emulators record as a string, is indented. */
export function attributeText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value.length <= MAX_LINE || !/^[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
