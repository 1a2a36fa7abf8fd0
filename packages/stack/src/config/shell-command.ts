/** Characters that no shell interprets, quoted or not. */
const PLAIN = /^[\w@%+=:,./-]+$/;
type Quote = '"' | "'" | '';

/**
 * Fills the placeholders of a command for `sh -c`. Each value stays one word, or part of the quoted
 * string around it, whatever characters it contains: an empty value still counts as an argument,
 * and no value can begin another command.
 * @param fill returns the value of a placeholder such as `{port}`
 */
export function fillCommand(command: string, fill: (text: string) => string): string {
  let quote: Quote = '';
  // Text up to the next placeholder, then the placeholder.
  return command.replace(/([^{]*)(\{[\w.-]+\}|\{)?/g, (_, text: string, placeholder = '') => {
    quote = quoteAfter(text, quote);
    return placeholder.length <= 1 ? text + placeholder : text + quoted(fill(placeholder), quote);
  });
}

/** The quotes that are still open after the text. */
function quoteAfter(text: string, open: Quote): Quote {
  let quote = open;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\\' && quote !== "'") at += 1;
    else if (character === quote) quote = '';
    else if (quote === '' && (character === '"' || character === "'")) quote = character;
  }
  return quote;
}

function quoted(value: string, quote: Quote): string {
  if (PLAIN.test(value)) return value;
  if (quote === '"') return value.replaceAll(/[\\$"`]/g, '\\$&');
  const inner = value.replaceAll("'", "'\\''");
  return quote === "'" ? inner : `'${inner}'`;
}
