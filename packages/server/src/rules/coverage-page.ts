/**
 * Renders coverage as an HTML page without scripts: the source, with the values of each expression
 * in a tooltip.
 */
import type { SourceRange, SourceText } from './source-text.ts';
import type { ValueCounts } from './value-counts.ts';

const STYLE = `
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; color: #202124; }
pre { font: 13px/1.6 ui-monospace, monospace; }
.allow { border-radius: 3px; padding: 0 4px; font-size: 11px; margin-left: 4px; }
.both { background: #ceead6; } .partly { background: #feefc3; } .never { background: #fad2cf; }
span[title] { border-bottom: 1px dotted #80868b; }
span[title]:hover { background: #e8f0fe; }
span.not-evaluated { background: #fce8e6; }`;

/** An expression of the source with its values. */
export interface CoveredExpression<Value> extends SourceRange {
  readonly counts: ValueCounts<Value>;
}

/** Outcomes of the statement or rule that ends at an offset. */
export interface CoveredOutcome {
  readonly end: number;
  readonly granted: number;
  readonly denied: number;
  readonly failed: number;
}

/** The content of a page. An expression precedes the ones that it contains. */
interface CoveragePage<Value> {
  readonly title: string;
  readonly source: SourceText;
  readonly expressions: readonly CoveredExpression<Value>[];
  readonly outcomes: readonly CoveredOutcome[];
  readonly format: (value: Value) => string;
}

export function coveragePage<Value>(page: CoveragePage<Value>): string {
  const { text, fileName } = page.source;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(page.title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(fileName)}</h1>
<p>Hover over an expression to see its values. Red: never evaluated.</p>
<pre>${insertTags(text, tagsOf(page))}</pre></body>
</html>
`;
}

type Tags = Map<number, { before: string; after: string }>;

function tagsOf<Value>({ expressions, outcomes, format }: CoveragePage<Value>): Tags {
  const tags: Tags = new Map();
  const addTag = (offset: number, side: 'before' | 'after', html: string): void => {
    const existing = tags.get(offset) ?? { before: '', after: '' };
    existing[side] += html;
    tags.set(offset, existing);
  };
  for (const { start, end, counts } of expressions) {
    addTag(start, 'before', openTag(counts, format));
    addTag(end, 'after', '</span>');
  }
  for (const outcome of outcomes) addTag(outcome.end, 'after', badge(outcome));
  return tags;
}

function badge({ granted, denied, failed }: CoveredOutcome): string {
  const isBoth = granted > 0 && denied + failed > 0;
  const outcomeClass = isBoth ? 'both' : granted + denied + failed > 0 ? 'partly' : 'never';
  return `<span class="allow ${outcomeClass}">granted ${granted}, denied ${denied}, failed ${failed}</span>`;
}

function openTag<Value>(counts: ValueCounts<Value>, format: (value: Value) => string): string {
  if (counts.total === 0) return '<span class="not-evaluated" title="never evaluated">';
  const values = new Map<string, number>();
  if (counts.trueCount > 0) values.set('true', counts.trueCount);
  if (counts.falseCount > 0) values.set('false', counts.falseCount);
  for (const [value, count] of counts.otherCounts) {
    const text = format(value);
    values.set(text, (values.get(text) ?? 0) + count);
  }
  if (counts.unlistedCount > 0) values.set('other values', counts.unlistedCount);
  const lines = [...values].map(([value, count]) => `${count} x ${value}`);
  return `<span title="${escapeHtml(lines.join('\n'))}">`;
}

/** Inserts tags into the source at their offsets: closing tags before opening tags. */
function insertTags(text: string, tags: ReadonlyMap<number, { before: string; after: string }>): string {
  let html = '';
  let at = 0;
  for (const [offset, { before, after }] of [...tags].toSorted(([a], [b]) => a - b)) {
    html += escapeHtml(text.slice(at, offset)) + after + before;
    at = offset;
  }
  return html + escapeHtml(text.slice(at));
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
