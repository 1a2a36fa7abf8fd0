// The search of the Traces page: `status:error kind:firestore dur:>100 path:/orders some words`. A
// trace matches if one of its spans satisfies all terms. Values are bound, never part of the SQL.

export interface TraceSearch {
  /** A condition on a row of `spans`. */
  readonly condition: string;
  readonly params: readonly (string | number)[];
  /** Invalid terms with the reason. */
  readonly problems: readonly string[];
}

type Term =
  | { readonly sql: string; readonly params: readonly (string | number)[] }
  | { readonly problem: string };

const STATUSES = ['ok', 'error', 'unset', 'open'];
const DURATION = /^(<=|>=|<|>)?(\d+(?:\.\d+)?)(ms|s)?$/;
const TERM = /(?:(\w+):)?(?:"([^"]*)"|(\S+))/g;
const IN_TEXT = "(s.name LIKE ? ESCAPE '\\' OR s.attributes LIKE ? ESCAPE '\\')";

/** Converts a search to SQL for the alias `s` of `spans`. */
export function parseTraceSearch(text: string): TraceSearch {
  const terms = [...text.matchAll(TERM)].map(([whole, key, quoted, plain]) =>
    parseTerm(key, quoted ?? plain ?? '', whole),
  );
  const understood = terms.flatMap((term) => ('sql' in term ? [term] : []));
  return {
    condition: understood.length === 0 ? '1' : understood.map(({ sql }) => sql).join(' AND '),
    params: understood.flatMap(({ params }) => params),
    problems: terms.flatMap((term) => ('problem' in term ? [term.problem] : [])),
  };
}

function parseTerm(key: string | undefined, value: string, whole: string): Term {
  switch (key) {
    case 'status':
      if (!STATUSES.includes(value)) return { problem: `${whole}: a status is ${STATUSES.join(', ')}.` };
      return value === 'open'
        ? { sql: 's.end_ms IS NULL', params: [] }
        : { sql: 's.status = ?', params: [value] };
    case 'kind':
      return { sql: '(s.kind = ? OR s.service = ?)', params: [value, value] };
    case 'service':
      return { sql: 's.service = ?', params: [value] };
    case 'name':
      return { sql: "s.name LIKE ? ESCAPE '\\'", params: [contains(value)] };
    case 'trace':
      return { sql: "s.trace_id LIKE ? ESCAPE '\\'", params: [`${escapeLike(value)}%`] };
    case 'dur':
      return duration(value, whole);
    case 'path':
      return { sql: IN_TEXT, params: [contains(value), contains(value)] };
    case undefined:
      return { sql: IN_TEXT, params: [contains(value), contains(value)] };
    default:
      return { problem: `${whole}: the keys are status, kind, service, name, trace, dur and path.` };
  }
}

function duration(value: string, whole: string): Term {
  const [, operator = '>=', number, unit] = DURATION.exec(value) ?? [];
  if (number === undefined)
    return { problem: `${whole}: a duration is >100, <5 or >1.5s; without a unit in milliseconds.` };
  const milliseconds = Number(number) * (unit === 's' ? 1000 : 1);
  // A long-lived connection does not count as slow.
  return {
    sql: `((s.end_ms - s.start_ms) ${operator} ? AND s.attributes ->> '$.background' IS NULL)`,
    params: [milliseconds],
  };
}

function contains(text: string): string {
  return `%${escapeLike(text)}%`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
