import { describe, expect, it } from 'vitest';
import { spanLinks } from './span-links.ts';

const part = { url: 'http://127.0.0.1:1' };
const stack = {
  firestore: { ...part, rulesFile: 'firestore.rules' },
  database: { ...part, namespace: 'n', rulesFile: '', instances: [] },
  auth: part,
  functions: part,
  services: [{ name: 'search', label: 'Search', url: part.url, hasFrame: true }],
};
const linksOf = (service: string, attributes: object, events: object[] = []) =>
  spanLinks({ service, events: JSON.stringify(events) }, { ...attributes }, stack).map(
    ({ label, href }) => `${label} ${href}`,
  );

describe('the links of a span', () => {
  it('lead to the documents of a request, a commit and a query', () => {
    expect(linksOf('firestore', { document: 'orders/o1' })).toEqual(['orders/o1 /data/(default)/orders/o1']);
    expect(linksOf('firestore', { writes: '["update orders/o1","… 7 more"]' })).toEqual([
      'orders/o1 /data/(default)/orders/o1',
    ]);
    expect(
      linksOf('firestore', { database: 'projects/p/databases/other', documents: 2 }, [
        { name: 'create', attributes: { path: 'orders/a b' } },
      ]),
    ).toEqual(['orders/a b /data/other/orders/a%20b']);
    expect(linksOf('firestore', { collection: 'orders' })).toEqual(['orders /data/(default)/orders']);
  });

  it('lead to the deciding line of the rules, and to the account', () => {
    const decided = { 'rules.path': 'orders/o1', 'rules.uid': 'ada', 'rules.outcome': 'deny' };
    expect(linksOf('firestore', { ...decided, 'rules.allows': '[{"line":5,"outcome":false}]' })).toEqual([
      'orders/o1 /data/(default)/orders/o1',
      'line 5 of the rules /rules?show=denied&q=%2Forders%2Fo1&line=5',
      'the account ada /accounts?q=ada',
    ]);
  });

  it('lead to locations and rules of the Realtime Database', () => {
    const events = [{ name: 'update', attributes: { path: 'users/ada' } }];
    expect(linksOf('database', { database: 'n', places: 1 }, events)).toEqual([
      '/users/ada /realtime?ns=n&path=%2Fusers%2Fada',
    ]);
    const decided = { 'rules.path': 'a', 'rules.database': 'n', 'rules.outcome': 'deny' };
    expect(linksOf('database', { ...decided, 'rules.allows': '[{"line":5,"outcome":false}]' })).toEqual([
      '/a /realtime?ns=n&path=%2Fa',
      'line 5 of the rules /rules?service=database&q=%2Fa&line=5',
    ]);
  });

  it('lead to the function and to the page of an emulator', () => {
    expect(linksOf('functions', { 'faas.name': 'createOrder' })).toEqual([
      'the function createOrder /functions?function=createOrder',
    ]);
    expect(linksOf('search', {})).toEqual(['Search /services?page=search']);
  });

  it('are omitted for unrelated attributes, and for pages that the stack lacks', () => {
    expect(linksOf('firestore', { documents: '[broken', collection: '' })).toEqual([]);
    const none = { firestore: null, database: null, auth: null, functions: null, services: [] };
    expect(spanLinks({ service: 'search', events: '' }, { document: 'a/b', 'faas.name': 'f' }, none)).toEqual(
      [],
    );
  });
});
