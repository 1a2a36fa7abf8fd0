// JUnit XML for GitHub, GitLab, Jenkins and CircleCI (https://github.com/testmoapp/junitxml).
import type { ReportCase, ReportSuite } from './report-case.ts';

/** Characters that XML 1.0 has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
};

/** Formats a report as JUnit XML. */
export function junitXml(suites: readonly ReportSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    openTag('testsuites', { name: 'savepoint', ...countsOf(all) }),
    ...suites.flatMap(({ name, cases }) => [
      `  ${openTag('testsuite', { name, ...countsOf(cases) })}`,
      ...cases.flatMap(caseLines),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n');
}

function countsOf(cases: readonly ReportCase[]): Readonly<Record<string, number>> {
  const count = (outcome: ReportCase['outcome']) => cases.filter((each) => each.outcome === outcome).length;
  return { tests: cases.length, failures: count('failed'), errors: 0, skipped: count('skipped') };
}

function caseLines({ name, file, line, outcome, message, detail = '' }: ReportCase): string[] {
  const open = `    ${openTag('testcase', { name, classname: file, file, line })}`;
  const close = '    </testcase>';
  if (outcome === 'passed') return [`${open.slice(0, -1)}/>`];
  if (outcome === 'skipped') return [open, `      ${openTag('skipped', { message }).slice(0, -1)}/>`, close];
  return [open, `      ${openTag('failure', { message })}${escapeText(detail)}</failure>`, close];
}

function openTag(name: string, attributes: Readonly<Record<string, string | number | undefined>>): string {
  const texts = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeAttribute(String(value))}"`],
  );
  return `<${name}${texts.join('')}>`;
}

function escapeText(text: string): string {
  return printableXml(text).replaceAll(/[&<>]/g, (character) => ENTITIES[character] ?? character);
}

function escapeAttribute(text: string): string {
  return printableXml(text).replaceAll(/[&<>"\n]/g, (character) => ENTITIES[character] ?? character);
}

function printableXml(text: string): string {
  return text.toWellFormed().replaceAll(FORBIDDEN, '\ufffd');
}
