// The hub answers 403 to an export, or to the clearing of SQL Connect, that a web page asks for, and then does it all the same; its second
// response throws and ends the whole process. This handler comes before the hub's and ends the request.
exports.module = 'lib/emulator/ExpressBasedEmulator.js';

const CLEAR_DATA_PATH = '/dataconnect/clearData';
const FORBIDDEN = 403;

exports.expected = {
  'ExpressBasedEmulator.createExpressApp()': ({ ExpressBasedEmulator }) =>
    ExpressBasedEmulator.prototype.createExpressApp.length === 0,
  'ExpressBasedEmulator.PATH_EXPORT': ({ ExpressBasedEmulator }) =>
    typeof ExpressBasedEmulator.PATH_EXPORT === 'string',
};

exports.apply = ({ ExpressBasedEmulator }) => {
  const { createExpressApp } = ExpressBasedEmulator.prototype;
  ExpressBasedEmulator.prototype.createExpressApp = async function createAppWithoutPageExports() {
    const app = await createExpressApp.call(this);
    app.post([ExpressBasedEmulator.PATH_EXPORT, CLEAR_DATA_PATH], ({ headers, path }, response, next) => {
      if (headers.origin === undefined) return next();
      const message = `${path} is for command lines: a web page (Origin ${headers.origin}) may not call it.`;
      return response.status(FORBIDDEN).json({ message });
    });
    return app;
  };
};
