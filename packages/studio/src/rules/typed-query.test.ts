import { describe, expect, it } from 'vitest';
import { parseTypedQuery } from './typed-query.ts';

describe('parseTypedQuery', () => {
  it.each([
    ['', undefined],
    [' \n', undefined],
    ['orderByChild("a/b"), limitToFirst(10)', { i: 'a/b', l: 10, vf: 'l' }],
    [
      ".orderByChild('it\\'s')\n  .startAt(5, 'ada').endBefore(9)",
      { i: "it's", sp: 5, sn: 'ada', ep: 9, ein: false },
    ],
    ['orderByKey(), startAfter("(a)"), limitToLast(1)', { i: '.key', sp: '(a)', sin: false, l: 1, vf: 'r' }],
    ['orderByValue(), equalTo(null)', { i: '.value', sp: null, ep: null }],
    ['orderByPriority(), equalTo(true);', { sp: true, ep: true }],
  ])("converts %j to the SDKs' format", (text, wire) => {
    expect(parseTypedQuery(text)).toEqual(wire);
  });

  it.each([
    ['orderByChild', 'The query cannot be read from orderByChild'],
    ['orderBy("x")', 'The query has orderBy, which is not one of orderByChild, orderByKey'],
    ['orderByChild()', 'orderByChild needs a path'],
    ['orderByKey(), orderByValue()', 'The query has both orderByKey and orderByValue'],
    ['equalTo(1), endAt(2)', 'The query has both equalTo and endAt'],
    ['limitToFirst(1), limitToLast(1)', 'The query has both limitToFirst and limitToLast'],
    ['limitToFirst(1.5)', 'limitToFirst needs a positive integer'],
    ['startAt(now)', 'startAt(now) has a value that is not a string'],
    ['startAt([1])', 'startAt needs a string, number, boolean or null'],
    ['orderByKey(), startAt(5)', 'startAt needs one string after orderByKey'],
  ])('explains the error in %j', (text, problem) => {
    expect(() => parseTypedQuery(text)).toThrow(problem);
  });
});
