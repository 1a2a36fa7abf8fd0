/**
 * Coverage as an HTML page without scripts: the source, in which each expression shows its values
 * as a tooltip.
 */

import { formatValue } from '../runtime/expression-value.ts';
import { collectDeclarations, rootExpressions } from '../syntax/declarations.ts';
import { childrenOf, type Expression } from '../syntax/syntax.ts';
import type { Coverage, ValueCounts } from './coverage.ts';

const STYLE = `
body { font: 14px/1.5 system-ui, sans-serif; margin: 2rem; color: #202124; }
pre { font: 13px/1.6 ui-monospace, monospace; }
.allow { border-radius: 3px; padding: 0 4px; font-size: 11px; margin-left: 4px; }
.both { background: #ceead6; } .partly { background: #feefc3; } .never { background: #fad2cf; }
span[title] { border-bottom: 1px dotted #80868b; }
span[title]:hover { background: #e8f0fe; }
span.not-evaluated { background: #fce8e6; }`;

/** The page served at `:ruleCoverage.html`. */
export function coverageHtml(coverage: Coverage): string {
  const tags = new Map<number, { before: string; after: string }>();
  const addTag = (offset: number, side: 'before' | 'after', html: string): void => {
    const existing = tags.get(offset) ?? { before: '', after: '' };
    existing[side] += html;
    tags.set(offset, existing);
  };
  const visit = (node: Expression): void => {
    const counts = coverage.valueCounts(node);
    if (counts !== undefined) addTag(node.start, 'before', openTag(counts));
    childrenOf(node)
      .toSorted((a, b) => a.start - b.start)
      .forEach(visit);
    if (counts !== undefined) addTag(node.end, 'after', '</span>');
  };
  for (const { expression } of rootExpressions(collectDeclarations(coverage.file))) visit(expression);
  for (const allow of coverage.allows) addTag(allow.statement.end, 'after', badge(coverage, allow));
  const { text, fileName } = coverage.source;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Firestore Rule Coverage Report</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(fileName)}</h1>
<p>Hover over an expression to see its values. Red: never evaluated.</p>
<pre>${insertTags(text, tags)}</pre></body>
</html>
`;
}

function badge(coverage: Coverage, allow: Coverage['allows'][number]): string {
  const { granted, denied, failed } = coverage.allowCounts(allow);
  const isBoth = granted > 0 && denied + failed > 0;
  const outcomeClass = isBoth ? 'both' : granted + denied + failed > 0 ? 'partly' : 'never';
  return `<span class="allow ${outcomeClass}">granted ${granted}, denied ${denied}, failed ${failed}</span>`;
}

function openTag(counts: ValueCounts): string {
  if (counts.total === 0) return '<span class="not-evaluated" title="never evaluated">';
  const values = new Map<string, number>();
  if (counts.trueCount > 0) values.set('true', counts.trueCount);
  if (counts.falseCount > 0) values.set('false', counts.falseCount);
  for (const [value, count] of counts.otherCounts) {
    const text = formatValue(value);
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
