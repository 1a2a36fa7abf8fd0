// Workflow commands that make GitHub Actions annotate a line of a file
// (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
import { join, relative } from 'node:path';
import type { ReportSuite } from './report-case.ts';

const LEVELS = { failed: 'error', skipped: 'warning' } as const;

/**
 * Returns a line for each case that did not pass.
 * @param folders the project's, and the checkout's, to which GitHub's paths are relative
 */
export function githubAnnotations(
  suites: readonly ReportSuite[],
  folders: { readonly project: string; readonly workspace: string },
): string[] {
  return suites.flatMap(({ name: title, cases }) =>
    cases.flatMap(({ name, file, line, outcome, message = '', detail = '' }) => {
      if (outcome === 'passed') return [];
      const path = relative(folders.workspace, join(folders.project, file));
      const place = line === undefined ? '' : `,line=${line}`;
      const text = [`${name}: ${message}`, detail].filter(Boolean).join('\n');
      return [`::${LEVELS[outcome]} file=${property(path)}${place},title=${property(title)}::${data(text)}`];
    }),
  );
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
