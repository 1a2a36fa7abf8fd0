import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openProject } from '../config/project.ts';
import { indexAppLines, indexSourceLines } from './source-lines.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'source-lines-'));
  write('firebase.json', JSON.stringify({ functions: { source: 'functions' } }));
  write('functions/package.json', JSON.stringify({ name: 'functions', main: 'index.js' }));
});
afterEach(() => rmSync(folder, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

describe('indexSourceLines', () => {
  it('finds the line that passes the collection id to the SDK', () => {
    write('functions/a.js', "const page = '/account/orders';");
    write('functions/b.js', "\nconst found = db.collection('regions/eu/orders').where('total', '>', 1);");
    expect(indexSourceLines(openProject(folder))('orders')).toEqual({ file: 'functions/b.js', line: 2 });
  });

  it('finds a string that contains the id if no line passes it to the SDK', () => {
    write('functions/a.js', "const ORDERS = 'orders';\nconst reorders = 'reorders';");
    expect(indexSourceLines(openProject(folder))('orders')).toEqual({ file: 'functions/a.js', line: 1 });
    expect(indexSourceLines(openProject(folder))('order')).toBeNull();
  });

  it('ignores tests and installed packages', () => {
    write('functions/a.test.js', "db.collection('orders')");
    write('functions/node_modules/x/index.js', "db.collection('orders')");
    expect(indexSourceLines(openProject(folder))('orders')).toBeNull();
  });

  it('finds the sources of the web app that its build names', () => {
    write('web/src/a.tsx', "const orders = useQuery({ path: 'orders' });");
    write(
      'savepoint.config.mjs',
      "export default { build: { hosting: { command: 'x', output: 'y', inputs: ['web/src'] } } };",
    );
    expect(indexSourceLines(openProject(folder))('orders')).toEqual({ file: 'web/src/a.tsx', line: 1 });
  });
});

describe('indexAppLines', () => {
  it('finds the line of an app, not that of a function or of what Hosting serves', () => {
    write('functions/a.js', "db.doc('orders/one')");
    write('dist/app.js', "doc(db,'orders/one')");
    write('src/buy.mjs', "\nawait updateDoc(doc(db, 'orders/one'), {});");
    write(
      'firebase.json',
      JSON.stringify({ functions: { source: 'functions' }, hosting: { public: 'dist' } }),
    );
    expect(indexAppLines(openProject(folder))('orders')).toEqual({ file: 'src/buy.mjs', line: 2 });
  });

  it('finds it in the sources that the build of the web app names', () => {
    write('functions/a.js', "db.doc('orders/one')");
    write('a.js', "db.doc('orders/one')");
    write('web/src/a.tsx', "const orders = useQuery({ path: 'orders' });");
    write(
      'savepoint.config.mjs',
      "export default { build: { hosting: { command: 'x', output: 'y', inputs: ['web/src'] } } };",
    );
    expect(indexAppLines(openProject(folder))('orders')).toEqual({ file: 'web/src/a.tsx', line: 1 });
  });
});
