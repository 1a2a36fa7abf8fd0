import { expect, it } from 'vitest';
import { junitXml } from './junit.ts';

it('junitXml counts the outcomes and escapes XML', () => {
  const xml = junitXml([
    {
      name: 'Denied "requests"',
      cases: [
        {
          name: 'get /a<b>&',
          file: 'firestore.rules',
          line: 3,
          outcome: 'failed',
          message: 'a\nb',
          detail: 'x < y\n]]>',
        },
        { name: 'list', file: 'firestore.rules', outcome: 'skipped', message: 'no request' },
        { name: 'tab\u0000', file: 'firestore.rules', outcome: 'passed' },
      ],
    },
    { name: 'Empty', cases: [] },
  ]);
  expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="savepoint" tests="3" failures="1" errors="0" skipped="1">
  <testsuite name="Denied &quot;requests&quot;" tests="3" failures="1" errors="0" skipped="1">
    <testcase name="get /a&lt;b&gt;&amp;" classname="firestore.rules" file="firestore.rules" line="3">
      <failure message="a&#10;b">x &lt; y
]]&gt;</failure>
    </testcase>
    <testcase name="list" classname="firestore.rules" file="firestore.rules">
      <skipped message="no request"/>
    </testcase>
    <testcase name="tab\ufffd" classname="firestore.rules" file="firestore.rules"/>
  </testsuite>
  <testsuite name="Empty" tests="0" failures="0" errors="0" skipped="0">
  </testsuite>
</testsuites>
`);
});
