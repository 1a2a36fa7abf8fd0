// A misspelled project or file in the Windows job of CI would silently skip tests.
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = new URL('../../', import.meta.url);
const exists = (path: string) => existsSync(new URL(path, ROOT));

it('The Windows job of CI names existing projects, and excludes existing files', () => {
  const workflow = parse(readFileSync(new URL('.github/workflows/ci.yml', ROOT), 'utf8'));
  const { run } = workflow.jobs.windows.steps.at(-1) as { run: string };
  const projects = [...run.matchAll(/--project (\S+)/g)].map(([, name = '']) => name);
  const config = readFileSync(new URL('vitest.config.ts', ROOT), 'utf8');
  const files = [...config.matchAll(/'(packages\/\S+\.test\.ts)'/g)].map(([, name = '']) => name);
  const folders = (project: string) => {
    const unit = project.replace(/^unit-/, '');
    return unit === project ? [`tests/${project}`] : [unit, `packages/${unit}`];
  };
  expect(projects.length).toBeGreaterThan(5);
  expect(files.length).toBeGreaterThan(3);
  expect(projects.filter((project) => !folders(project).some(exists))).toEqual([]);
  expect(files.filter((file) => !exists(file))).toEqual([]);
});
