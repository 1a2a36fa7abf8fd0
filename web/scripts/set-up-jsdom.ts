// A vitest setup file: the Testing Library waits as long as tests/support/wait-longer.ts, and
// dialogs open and close, which jsdom does not implement.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 30_000 });
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
  };
}

export {};
