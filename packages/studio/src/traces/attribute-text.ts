const MAX_LINE = 80;

/** An attribute of a span as text. Long JSON, which emulators record as a string, is indented. */
export function attributeText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  if (value.length <= MAX_LINE || !/^[[{]/.test(value)) return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
