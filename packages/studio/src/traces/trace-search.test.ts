import { describe, expect, it } from 'vitest';
import { parseTraceSearch } from './trace-search.ts';

describe('a search for traces', () => {
  it('is one condition of all its terms, with bound values', () => {
    expect(parseTraceSearch('status:error kind:firestore dur:>100 path:/orders')).toEqual({
      condition:
        "s.status = ? AND (s.kind = ? OR s.service = ?) AND ((s.end_ms - s.start_ms) > ? AND s.attributes ->> '$.background' IS NULL) AND (s.name LIKE ? ESCAPE '\\' OR s.attributes LIKE ? ESCAPE '\\')",
      params: ['error', 'firestore', 'firestore', 100, '%/orders%', '%/orders%'],
      problems: [],
    });
  });

  it.each(["'; DROP TABLE spans; --", 'name:"x\' OR 1=1"', 'path:100%_\\'])(
    'never contains the typed text: %s',
    (text) => {
      const { condition } = parseTraceSearch(text);
      expect(condition.replace(/s\.\w+|LIKE \? ESCAPE '\\'|AND|OR|[() ]/g, '')).toBe('');
    },
  );

  it('treats % and _ literally', () => {
    expect(parseTraceSearch('100%_a').params[0]).toBe('%100\\%\\_a%');
  });

  it('reports an invalid term and uses the others', () => {
    const { condition, problems } = parseTraceSearch('colour:red dur:long status:open');
    expect(condition).toBe('s.end_ms IS NULL');
    expect(problems).toEqual([
      'colour:red: the keys are status, kind, service, name, trace, dur and path.',
      'dur:long: a duration is >100, <5 or >1.5s; without a unit in milliseconds.',
    ]);
  });

  it('finds everything when it is empty', () => {
    expect(parseTraceSearch('  ')).toEqual({ condition: '1', params: [], problems: [] });
  });
});
