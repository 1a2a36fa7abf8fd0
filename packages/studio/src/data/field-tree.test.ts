import { describe, expect, it } from 'vitest';
import type { Fields } from '../firestore/values.ts';
import {
  changedFields,
  isEqual,
  pathKey,
  rowsOfFields,
  withAddedChild,
  withoutInputsAt,
  withRenamedKey,
  withValueAt,
} from './field-tree.ts';

const FIELDS: Fields = {
  name: { stringValue: 'a' },
  list: {
    arrayValue: { values: [{ integerValue: '1' }, { mapValue: { fields: { x: { nullValue: null } } } }] },
  },
};

describe('the rows of a document', () => {
  it('are its fields, including those of open maps and arrays', () => {
    const open = new Set([pathKey(['list']), pathKey(['list', 1])]);
    expect(rowsOfFields(FIELDS, new Set()).map(({ path }) => path)).toEqual([['name'], ['list']]);
    expect(rowsOfFields(FIELDS, open).map(({ path }) => path)).toEqual([
      ['name'],
      ['list'],
      ['list', 0],
      ['list', 1],
      ['list', 1, 'x'],
    ]);
  });
});

describe('inputs that are not valid', () => {
  const input = (part: 'name' | 'value', ...path: (string | number)[]) => ({
    path,
    part,
    text: 'x',
    problem: 'y',
  });
  const inputs = [input('value', 'list', 0), input('name', 'name'), input('value', 'name')];

  it('are removed for a path and everything below it, or for one part of it', () => {
    expect(withoutInputsAt(inputs, ['list'])).toEqual(inputs.slice(1));
    expect(withoutInputsAt(inputs, ['name'])).toEqual(inputs.slice(0, 1));
    expect(withoutInputsAt(inputs, ['name'], 'name')).toEqual([inputs[0], inputs[2]]);
    expect(withoutInputsAt(inputs, ['list'], 'value')).toEqual(inputs.slice(1));
    expect(withoutInputsAt(inputs, ['name'], 'value')).toEqual(inputs.slice(0, 2));
    expect(withoutInputsAt(inputs, ['list', 1])).toEqual(inputs);
  });
});

describe('a change of the fields', () => {
  it('replaces or removes a nested value without modifying the original', () => {
    const before = JSON.stringify(FIELDS);
    expect(withValueAt(FIELDS, ['list', 1, 'x'], { booleanValue: true }).list).toEqual({
      arrayValue: {
        values: [{ integerValue: '1' }, { mapValue: { fields: { x: { booleanValue: true } } } }],
      },
    });
    expect(withValueAt(FIELDS, ['list', 0], undefined).list).toEqual({
      arrayValue: { values: [{ mapValue: { fields: { x: { nullValue: null } } } }] },
    });
    expect(Object.keys(withValueAt(FIELDS, ['name'], undefined))).toEqual(['list']);
    expect(JSON.stringify(FIELDS)).toBe(before);
  });

  it('keeps a field named __proto__ as a field', () => {
    const fields = withValueAt({}, ['__proto__'], { stringValue: 'x' });
    expect(Object.keys(fields)).toEqual(['__proto__']);
  });

  it('renames a key in place, but not to an existing name', () => {
    expect(Object.keys(withRenamedKey(FIELDS, ['name'], 'title') ?? {})).toEqual(['title', 'list']);
    expect(withRenamedKey(FIELDS, ['name'], 'list')).toBeUndefined();
  });

  it('adds a field with an unused name', () => {
    const once = withAddedChild({}, []);
    expect(withAddedChild(once.fields, []).added).toEqual(['field2']);
    expect(withAddedChild(FIELDS, ['list']).added).toEqual(['list', 2]);
  });
});

describe('a comparison of two versions', () => {
  it('lists the differing fields, regardless of key order', () => {
    expect(
      changedFields(FIELDS, { ...FIELDS, name: { stringValue: 'b' }, more: { nullValue: null } }),
    ).toEqual(new Set(['name', 'more']));
    expect(isEqual({ a: 1, b: [1] }, { b: [1], a: 1 })).toBe(true);
  });
});
