// The Functions emulator reloads functions one second after one of their files has changed, but
// does not notice new files, .env files and secrets. The kit watches all of these
// (packages/stack/src/stack/reload-table.ts) and requests a reload here: `POST
// /_savepoint/reload?codebase=NAME` responds with `{ functions: [NAME ...] }`, or with `{ error }`
// if the functions cannot be loaded. The previous functions then stay in place.
import { existsSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { hasSource, type PatchedModule, patchModule } from '../patch.ts';
import type { Backend, FunctionsEmulatorModule } from './functions-emulator.ts';
import { HUB_SERVER, respondFirst } from './hub-requests.ts';

interface Shared {
  getSecretLocalPath(backend: Backend, projectDir: string): string;
}

const PATH = '/_savepoint/reload';

const reloads = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    ...HUB_SERVER,
    'FunctionsEmulator.loadTriggers(backend) that awaits discoverTriggers(backend)': ({
      FunctionsEmulator,
    }) => hasSource(FunctionsEmulator.prototype.loadTriggers, /await this\.discoverTriggers\(\w+\)/),
    'FunctionsEmulator.performPostLoadOperations(), which updates the blocking functions of Auth': ({
      FunctionsEmulator: { prototype },
    }) => hasSource(prototype.performPostLoadOperations, /blockingFunctions: this\.blockingFunctionsConfig/),
  },
  apply({ FunctionsEmulator: { prototype } }) {
    const { discoverTriggers } = prototype;
    /** The names of a backend's functions, or the error that prevented loading them. */
    const outcomes = new WeakMap<Backend, { functions: string[] } | { error: string }>();
    prototype.discoverTriggers = async function discoverAndRecord(backend) {
      try {
        const definitions = await discoverTriggers.call(this, backend);
        outcomes.set(backend, { functions: definitions.map(({ entryPoint }) => entryPoint) });
        return definitions;
      } catch (error) {
        outcomes.set(backend, { error: messageOf(error) });
        throw error;
      }
    };
    respondFirst(prototype, (emulator) => (request, response) => {
      const { pathname, searchParams } = new URL(request.url, 'http://localhost');
      if (pathname !== PATH) return false;
      const name = searchParams.get('codebase');
      const backend = emulator.staticBackends.find(({ codebase }) => codebase === name);
      if (request.method !== 'POST' || backend === undefined) {
        respond(response, 404, {
          error: `Expected POST ${PATH}?codebase=NAME with the name of a codebase.`,
        });
        return true;
      }
      emulator
        .loadTriggers(backend)
        // Reports the blocking functions to Auth.
        .then(() => emulator.performPostLoadOperations())
        .then(
          () => respond(response, 200, outcomes.get(backend)),
          (error: unknown) => respond(response, 200, { error: messageOf(error) }),
        );
      return true;
    });
  },
});

/** A run has a copy of the last valid file in the codebase's settings folder. */
const secrets = patchModule<Shared>('lib/emulator/functionsEmulatorShared.js', {
  expected: {
    'getSecretLocalPath(backend, projectDir)': ({ getSecretLocalPath }) =>
      getSecretLocalPath.length === 2 && hasSource(getSecretLocalPath, /backend\.functionsDir/),
  },
  apply(shared) {
    const { getSecretLocalPath } = shared;
    shared.getSecretLocalPath = (backend, projectDir) => {
      const copy = join(backend.configDir ?? backend.functionsDir, '.secret.local');
      return existsSync(copy) ? copy : getSecretLocalPath(backend, projectDir);
    };
  },
});

export const functionsReload: readonly PatchedModule[] = [reloads, secrets];

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
