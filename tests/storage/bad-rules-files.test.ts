import { describe, expect, it } from 'vitest';
import { BUCKET, startStorageProject } from './storage-project.ts';

describe('a project', () => {
  it('whose storage.rules is missing does not start, and names the file', async () => {
    await expect(startStorageProject({})).rejects.toThrow(/storage\.rules/);
  }, 120_000);

  it('whose storage.rules has an error starts, names line and column, and denies requests until it is fixed', async () => {
    const project = await startStorageProject({
      rules: "rules_version = '2';\nservice firebase.storage {\n  mtch /b {}\n}\n",
    });
    try {
      expect(project.output()).toMatch(/storage\.rules:3:3 ERROR Unexpected 'mtch'/);
      expect(project.output()).toContain('storage.rules has errors and is not loaded');
      expect((await fetch(`${project.url}/v0/b/${BUCKET}/o/a.png`)).status).toBe(403);
    } finally {
      await project.stop();
    }
  }, 120_000);
});
