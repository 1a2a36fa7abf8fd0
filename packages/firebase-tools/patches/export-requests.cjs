// The hub answers 403 to an export, or to the clearing of SQL Connect, that a web page asks for,
// and then does it all the same; its second response throws and ends the whole process. This
// handler comes before the hub's and ends the request, also when the folder may not be replaced:
// the hub would respond to that with 500.
const { findExportProblem } = require('./export-folder.cjs');

exports.module = 'lib/emulator/ExpressBasedEmulator.js';

const CLEAR_DATA_PATH = '/dataconnect/clearData';
/** The emulators that have data to export. */
const WITH_DATA = ['auth', 'database', 'dataconnect', 'firestore', 'storage'];
/** The others of firebase.json, which `firebase emulators:export` names, too: they are left out. */
const WITHOUT_DATA = ['apphosting', 'eventarc', 'extensions', 'functions', 'hosting', 'pubsub', 'tasks'];
const METADATA_FILE = 'firebase-export-metadata.json';
const FORBIDDEN = { code: 403, status: 'PERMISSION_DENIED' };
const BAD_REQUEST = { code: 400, status: 'INVALID_ARGUMENT' };

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
    const reject = (response, error, message) =>
      response.status(error.code).json({ error: { ...error, message } });
    app.post([ExpressBasedEmulator.PATH_EXPORT, CLEAR_DATA_PATH], ({ headers, path }, response, next) => {
      if (headers.origin === undefined) return next();
      const message = `${path} is for command lines: a web page (Origin ${headers.origin}) may not call it.`;
      return reject(response, FORBIDDEN, message);
    });
    app.post(ExpressBasedEmulator.PATH_EXPORT, ({ body }, response, next) => {
      const problem = findTargetsProblem(body?.targets) ?? findExportProblem(body?.path, METADATA_FILE);
      return problem === undefined ? next() : reject(response, BAD_REQUEST, problem);
    });
    return app;
  };
};

/** Why these are no emulators to export, or undefined. Without a list, all are exported. */
function findTargetsProblem(targets) {
  if (targets === undefined) return undefined;
  const isKnown = (each) => WITH_DATA.includes(each) || WITHOUT_DATA.includes(each);
  const isList =
    Array.isArray(targets) && targets.every(isKnown) && targets.some((each) => WITH_DATA.includes(each));
  return isList ? undefined : `targets has to be a list with some of ${WITH_DATA.join(', ')}.`;
}
