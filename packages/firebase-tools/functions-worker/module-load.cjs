// firebase-tools' program for workers imports the functions where require() refuses them with
// ERR_REQUIRE_ESM. Since Node can require ES modules, it refuses those that await something at
// their top level with another code: their workers ended at once.
const Module = require('node:module');

exports.importAwaitingModules = () => {
  const { require: requireModule } = Module.prototype;
  Module.prototype.require = function requireOrImport(id) {
    try {
      return requireModule.call(this, id);
    } catch (error) {
      if (id === process.cwd() && error?.code === 'ERR_REQUIRE_ASYNC_MODULE') error.code = 'ERR_REQUIRE_ESM';
      throw error;
    }
  };
};
