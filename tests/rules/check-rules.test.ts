import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rulesIssues } from './check-rules.ts';

const RULES = readFileSync(new URL('../../firestore.rules', import.meta.url), 'utf8');
const STORAGE_RULES = readFileSync(new URL('../../storage.rules', import.meta.url), 'utf8');
const at = (text: string) => RULES.slice(0, RULES.indexOf(text)).split('\n').length;

it('rulesIssues finds nothing in the rules of the shop', () => {
  expect(rulesIssues(RULES, 'firestore.rules')).toEqual([]);
  expect(rulesIssues(STORAGE_RULES, 'storage.rules')).toEqual([]);
});

it('rulesIssues names the line of an unknown method and of an always-false comparison', () => {
  expect(rulesIssues(RULES.replace('allow read', 'allow raed'), 'firestore.rules')).toContainEqual(
    expect.stringMatching(
      new RegExp(`^firestore\\.rules:${at('allow read')}:\\d+ WARNING Invalid method name: raed`),
    ),
  );
  expect(
    rulesIssues(RULES.replace('request.auth != null', 'request.auth != 1'), 'firestore.rules'),
  ).toContainEqual(
    expect.stringMatching(
      new RegExp(`^firestore\\.rules:${at('request.auth != null')}:\\d+ WARNING .* will always return true`),
    ),
  );
});
