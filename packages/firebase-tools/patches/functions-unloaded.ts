// A codebase whose functions cannot be loaded is omitted, and the others run. The kit maintains a
// file with the reason for each (packages/stack/src/emulators/unloaded-functions.ts), whose path is
// in SAVEPOINT_UNLOADED_FUNCTIONS. A codebase in this file is not loaded, `/backends` contains the
// reason as `unloaded`, and a call of an unknown function gets it instead of a 404.
import { existsSync, readFileSync } from 'node:fs';
import type { Request, Response } from 'express';
import { hasSource, patchModule } from '../patch.ts';
import { respondWithError } from './error-response.ts';
import type { FunctionsEmulator, FunctionsEmulatorModule } from './functions-emulator.ts';

interface Failure {
  readonly reason: string;
  readonly remedy: string;
}

export const functionsUnloaded = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    'FunctionsEmulator.loadTriggers(backend)': ({ FunctionsEmulator: { prototype } }) =>
      hasSource(prototype.loadTriggers, /loadTriggers\(emulatableBackend/),
    'FunctionsEmulator.getBackendInfo() that lists this.staticBackends': ({
      FunctionsEmulator: { prototype },
    }) => hasSource(prototype.getBackendInfo, /const backendInfo = this\.staticBackends\.map/),
    'FunctionsEmulator.handleHttpsTrigger(req, res) that looks for the function in this.triggers': ({
      FunctionsEmulator: { prototype },
    }) =>
      hasSource(
        prototype.handleHttpsTrigger,
        /req\.params\.region/,
        /!this\.triggers\[triggerId\]/,
        /does not exist, valid functions are/,
      ),
  },
  apply({ FunctionsEmulator: { prototype } }) {
    const { getBackendInfo, handleHttpsTrigger, loadTriggers } = prototype;
    prototype.loadTriggers = async function loadUnlessLeftOut(backend, ...others) {
      if (readFailures()[backend.codebase] === undefined) await loadTriggers.call(this, backend, ...others);
    };
    prototype.getBackendInfo = function listWithFailures() {
      const failures = readFailures();
      return getBackendInfo.call(this).map((info, index) => {
        const codebase = this.staticBackends[index]?.codebase;
        const unloaded = codebase === undefined ? undefined : failures[codebase];
        return unloaded === undefined ? info : { ...info, codebase, unloaded };
      });
    };
    prototype.handleHttpsTrigger = async function handleLoaded(request, response) {
      const failures = isKnown(this, request) ? [] : Object.values(readFailures());
      if (failures.length === 0) return handleHttpsTrigger.call(this, request, response);
      respondUnloaded(request, response, failures);
    };
  },
});

function readFailures(): Readonly<Record<string, Failure>> {
  const file = process.env.SAVEPOINT_UNLOADED_FUNCTIONS;
  return file === undefined || !existsSync(file) ? {} : JSON.parse(readFileSync(file, 'utf8'));
}

function isKnown({ triggers }: FunctionsEmulator, { params }: Request): boolean {
  const name = String(params.trigger_name);
  return Object.hasOwn(triggers, params.region === undefined ? name : `${params.region}-${name}`);
}

/** A page on another origin may call it; the guard decides which pages may call at all. */
function respondUnloaded(request: Request, response: Response, failures: readonly Failure[]): void {
  const { origin } = request.headers;
  if (origin !== undefined) {
    response.setHeader('access-control-allow-origin', origin);
    response.setHeader('vary', 'Origin');
  }
  if (request.method === 'OPTIONS') {
    response.setHeader('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE');
    response.setHeader(
      'access-control-allow-headers',
      request.headers['access-control-request-headers'] ?? '*',
    );
    return void response.status(204).end();
  }
  const isJson = request.headers['content-type']?.startsWith('application/json') === true;
  const labels = { 'deployment-callable': String(isJson) };
  const reasons = failures.map(({ reason, remedy }) => `${reason}. ${remedy}`).join('\n');
  const message = `The function ${request.params.trigger_name} is not loaded: ${reasons}`;
  respondWithError(response, { labels }, 503, message);
}
