import { expect, it } from 'vitest';
import { githubAnnotations } from './github-annotations.ts';

it('githubAnnotations returns a line for each case that did not pass, with paths relative to the checkout', () => {
  const suites = [
    {
      name: 'Denied: requests',
      cases: [
        {
          name: 'get /a',
          file: 'firestore.rules',
          line: 3,
          outcome: 'failed',
          message: '100%',
          detail: 'b\nc',
        },
        { name: 'line 5', file: 'firestore.rules', line: 5, outcome: 'skipped', message: 'no request' },
        { name: 'line 6', file: 'firestore.rules', line: 6, outcome: 'passed' },
        { name: 'no line', file: 'a,b.rules', outcome: 'failed', message: 'none' },
      ],
    },
  ] as const;
  expect(githubAnnotations(suites, { project: '/work/app', workspace: '/work' })).toEqual([
    '::error file=app/firestore.rules,line=3,title=Denied%3A requests::get /a: 100%25%0Ab%0Ac',
    '::warning file=app/firestore.rules,line=5,title=Denied%3A requests::line 5: no request',
    '::error file=app/a%2Cb.rules,title=Denied%3A requests::no line: none',
  ]);
});
