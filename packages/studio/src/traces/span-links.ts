// Links from a span to its subject: the document, the line of the rules, the function, the account,
// or the server's page.
import type { SpanRow } from 'savepoint-event-log/recording/rows';
import type { Stack } from '../api/stack-api.ts';
import { dataHref } from '../firestore/data-path.ts';
import { realtimeHref } from '../navigation/realtime-href.ts';

interface SpanLink {
  readonly label: string;
  readonly href: string;
}

type Attributes = Readonly<Record<string, unknown>>;

const MAX_DOCUMENTS = 10;

/** The links of a span to pages that exist for the stack. */
export function spanLinks(
  { service, events }: Pick<SpanRow, 'service' | 'events'>,
  attributes: Attributes,
  stack: Pick<Stack, 'firestore' | 'database' | 'auth' | 'functions' | 'services'>,
): SpanLink[] {
  const links: SpanLink[] = [];
  const add = (label: string, href: string) => {
    if (!links.some((link) => link.href === href)) links.push({ label, href });
  };
  if (service === 'database') {
    for (const link of stack.database === null ? [] : placeLinks(attributes, events)) {
      add(link.label, link.href);
    }
  } else if (stack.firestore !== null) {
    const databaseId = databaseOf(attributes);
    for (const path of documentsOf(attributes, events).slice(0, MAX_DOCUMENTS)) {
      add(path, dataHref({ databaseId, segments: path.split('/') }));
    }
    if (service === 'firestore' && textOf(attributes, 'rules.outcome') !== undefined) {
      const isDenied = attributes['rules.outcome'] === 'deny';
      const link = rulesLink(attributes, isDenied ? { show: 'denied' } : {});
      add(link.label, link.href);
    }
  }
  const name = textOf(attributes, 'faas.name');
  if (stack.functions !== null && name !== undefined) {
    add(`the function ${name}`, `/functions?function=${encodeURIComponent(name)}`);
  }
  const uid = textOf(attributes, 'auth.user_id') ?? textOf(attributes, 'rules.uid');
  if (stack.auth !== null && uid !== undefined)
    add(`the account ${uid}`, `/accounts?q=${encodeURIComponent(uid)}`);
  const page = stack.services.find((each) => each.name === service);
  if (page !== undefined) add(page.label, `/services?page=${encodeURIComponent(page.name)}`);
  return links;
}

/** The Realtime Database locations of a span, and the deciding rule. */
function placeLinks(attributes: Attributes, events: string): SpanLink[] {
  const namespace = textOf(attributes, 'database') ?? textOf(attributes, 'rules.database');
  const decided = attributes['rules.outcome'] === undefined ? [] : [textOf(attributes, 'rules.path') ?? ''];
  const paths = namespace === undefined ? [] : [...new Set([...eventPaths(events), ...decided])];
  return [
    ...paths.slice(0, MAX_DOCUMENTS).map((path) => ({
      label: `/${path}`,
      href: realtimeHref(
        namespace ?? '',
        path.split('/').filter((key) => key !== ''),
      ),
    })),
    ...(decided.length === 0 ? [] : [rulesLink(attributes, { service: 'database' })]),
  ];
}

/** The rule that decided a request. */
function rulesLink(attributes: Attributes, parameters: Readonly<Record<string, string>>): SpanLink {
  const line = ruleLine(attributes);
  const query = new URLSearchParams({
    ...parameters,
    q: `/${textOf(attributes, 'rules.path') ?? ''}`,
    ...(line !== undefined && { line: String(line) }),
  });
  return {
    label: line === undefined ? 'the rules' : `line ${line} of the rules`,
    href: `/rules?${query}`,
  };
}

function textOf(attributes: Attributes, name: string): string | undefined {
  const value = attributes[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function databaseOf(attributes: Attributes): string {
  return (
    textOf(attributes, 'rules.database') ?? textOf(attributes, 'database')?.split('/').at(-1) ?? '(default)'
  );
}

/** The paths in a request, those changed by a commit, and the collection of a query. */
function documentsOf(attributes: Attributes, events: string): string[] {
  const named = [textOf(attributes, 'document'), ...listOf(attributes.documents)];
  const written = listOf(attributes.writes).flatMap((write) => /^\w+ (.+)/.exec(write)?.[1] ?? []);
  const changed = eventPaths(events);
  const paths = [...named, ...written, ...changed, textOf(attributes, 'rules.path')];
  const found = paths.filter((path): path is string => path !== undefined && isPath(path));
  const collection = textOf(attributes, 'collection');
  return [...new Set(collection === undefined ? found : [...found, collection])];
}

/** Excludes collection group patterns, and the last item of a truncated list. */
function isPath(path: string): boolean {
  return path !== '' && !path.includes('*') && !path.startsWith('…') && !path.startsWith('projects/');
}

function listOf(json: unknown): string[] {
  if (typeof json !== 'string' || !json.startsWith('[')) return [];
  const list = parseOr(json);
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
}

function eventPaths(events: string): string[] {
  const list = parseOr(events);
  if (!Array.isArray(list)) return [];
  return list.flatMap((event: { readonly attributes?: { readonly path?: unknown } } | null) =>
    typeof event?.attributes?.path === 'string' ? [event.attributes.path] : [],
  );
}

/** The line that allowed a request, or the first one that did not. */
function ruleLine(attributes: Attributes): number | undefined {
  if (typeof attributes['rules.line'] === 'number') return attributes['rules.line'];
  const allows = parseOr(String(attributes['rules.allows'] ?? ''));
  return Array.isArray(allows) ? (allows[0] as { readonly line?: number } | undefined)?.line : undefined;
}

function parseOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
