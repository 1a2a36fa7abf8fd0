// When a web page requests an export, or clears SQL Connect, the hub responds with 403 but still
// does it; its second response then throws and ends the whole process. These handlers run before
// the hub's and end the request. They also do so if the folder may not be replaced, for which the
// hub would respond with 500.
import type { Response } from 'express';
import { type Patch, patchModule } from '../patch.ts';
import { exportFolder, findExportProblem } from './export-folder.ts';
import type { App } from './express-app.ts';

interface ExpressBasedEmulatorModule {
  readonly ExpressBasedEmulator: {
    readonly PATH_EXPORT: string;
    readonly prototype: { createExpressApp(): Promise<App> };
  };
}

const CLEAR_DATA_PATH = '/dataconnect/clearData';
/** The emulators that have data to export. */
const WITH_DATA = ['auth', 'database', 'dataconnect', 'firestore', 'storage'];
/**
 * The other emulators in firebase.json, which `firebase emulators:export` also names. They are
 * ignored.
 */
const WITHOUT_DATA = ['apphosting', 'eventarc', 'extensions', 'functions', 'hosting', 'pubsub', 'tasks'];
const METADATA_FILE = 'firebase-export-metadata.json';
const FORBIDDEN = { code: 403, status: 'PERMISSION_DENIED' };
const BAD_REQUEST = { code: 400, status: 'INVALID_ARGUMENT' };

const exportRequests = patchModule<ExpressBasedEmulatorModule>('lib/emulator/ExpressBasedEmulator.js', {
  expected: {
    'ExpressBasedEmulator.createExpressApp()': ({ ExpressBasedEmulator }) =>
      ExpressBasedEmulator.prototype.createExpressApp.length === 0,
    'ExpressBasedEmulator.PATH_EXPORT': ({ ExpressBasedEmulator }) =>
      typeof ExpressBasedEmulator.PATH_EXPORT === 'string',
  },
  apply({ ExpressBasedEmulator: { PATH_EXPORT, prototype } }) {
    const { createExpressApp } = prototype;
    prototype.createExpressApp = async function createAppWithoutPageExports() {
      const app = await createExpressApp.call(this);
      app.post([PATH_EXPORT, CLEAR_DATA_PATH], ({ headers, path }, response, next) => {
        if (headers.origin === undefined) return next();
        const message = `${path} is for command lines: a web page (Origin ${headers.origin}) may not call it.`;
        return reject(response, FORBIDDEN, message);
      });
      app.post(PATH_EXPORT, ({ body }, response, next) => {
        const problem = findTargetsProblem(body?.targets) ?? findExportProblem(body?.path, METADATA_FILE);
        return problem === undefined ? next() : reject(response, BAD_REQUEST, problem);
      });
      return app;
    };
  },
});

export const dataExports: Patch = {
  name: 'exports',
  reason: 'an export deletes no unrelated folder, and no web page can request one',
  upstream: [
    'https://github.com/firebase/firebase-tools/issues/6313',
    'https://github.com/firebase/firebase-tools/pull/10595',
  ],
  modules: [exportRequests, exportFolder],
};

function reject(response: Response, error: typeof FORBIDDEN, message: string): void {
  response.status(error.code).json({ error: { ...error, message } });
}

/**
 * The reason why the targets cannot be exported, or undefined. Without a list, all are exported.
 */
function findTargetsProblem(targets: unknown): string | undefined {
  if (targets === undefined) return undefined;
  const isKnown = (each: unknown): boolean => [...WITH_DATA, ...WITHOUT_DATA].some((name) => name === each);
  const isList =
    Array.isArray(targets) && targets.every(isKnown) && targets.some((each) => WITH_DATA.includes(each));
  return isList ? undefined : `targets must be a list of some of ${WITH_DATA.join(', ')}.`;
}
