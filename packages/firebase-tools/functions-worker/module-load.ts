import Module from 'node:module';

/**
 * firebase-tools' worker program imports the functions if require() fails with ERR_REQUIRE_ESM.
 * Since Node can require ES modules, modules with top-level await fail with another code, so their
 * workers ended immediately (https://github.com/firebase/firebase-tools/issues/8589).
 */
export function importAwaitingModules(): void {
  const prototype: { require(this: unknown, id: string): unknown } = Module.prototype;
  const { require: requireModule } = prototype;
  prototype.require = function requireOrImport(id) {
    try {
      return requireModule.call(this, id);
    } catch (error) {
      if (id === process.cwd() && hasCode(error, 'ERR_REQUIRE_ASYNC_MODULE')) error.code = 'ERR_REQUIRE_ESM';
      throw error;
    }
  };
}

function hasCode(error: unknown, code: string): error is { code: string } {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
