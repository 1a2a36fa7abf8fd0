// A vitest setup file: the Testing Library waits as long as tests/support/wait-longer.ts.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
}

export {};
