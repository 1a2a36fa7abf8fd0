// The emulators of firebase-tools do not expect requests that their clients do not send: some
// handlers throw, which results in a 500 with an HTML page, or their promise rejects, which leaves
// the request without a response; deeply nested JSON exhausts the stack. Most are Express apps, so
// this wraps all of them: it checks the bodies of emulators that parse them, and responds to
// unanswered requests with an error in the format of Google's APIs.
import { STATUS_CODES } from 'node:http';
import { awaitBody } from '@savepoint/server/guard/preload';
import type { Request, Response } from 'express';
import { hasSource, patchModule } from '../patch.ts';
import type { App } from './express-app.ts';
import { failuresOf, respondToError, respondWith } from './failed-request.ts';
import { findBodyProblem } from './find-body-problem.ts';
import type { FunctionsEmulatorModule } from './functions-emulator.ts';

interface Express {
  readonly application: Pick<App, 'handle' | 'enabled'>;
  readonly response: Response;
}

const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];

export const expressErrors = patchModule<Express>('express', {
  expected: {
    'response.send(body) and response.json(body)': ({ response: { send, json } }) =>
      send.length === 1 && json.length === 1,
    'application.handle(request, response, callback), the callback for mounted apps only': ({
      application: { handle },
    }) => handle.length === 3 && hasSource(handle, /callback \|\| finalhandler\(/),
  },
  apply({ application, response: responsePrototype }) {
    const { handle } = application;
    for (const name of ['send', 'json'] as const) {
      const method = responsePrototype[name];
      responsePrototype[name] = function sendCanonicalError(this: Response, body?: unknown) {
        const message =
          this.statusCode >= 400 && !this.app.enabled('functions') ? messageOf(body, this.req) : undefined;
        if (message === undefined) return method.call(this, body);
        // Read by clients of firebase-tools' own endpoints, such as /internal/setRules.
        const own = hasText(body, 'message') ? { message } : {};
        respondWith(this, this.statusCode, message, own);
        return this;
      };
    }
    application.handle = function handleWithErrors(request, response, callback) {
      if (callback !== undefined) return handle.call(this, request, response, callback);
      const respond = (error: unknown): void => respondUnanswered(request, response, error);
      const run = (): unknown =>
        failuresOf.run({ respond }, () => handle.call(this, request, response, respond));
      // Functions receive bodies unchanged, as in production, and Storage bodies are files.
      if (
        this.enabled('functions') ||
        this.enabled('raw bodies') ||
        !METHODS_WITH_BODY.includes(request.method)
      )
        return run();
      return awaitBody(request, (body) => {
        const problem = findBodyProblem(request, body);
        if (problem === undefined) run();
        else respondWith(response, 400, problem);
      });
    };
  },
});

/** Marks the app of the Functions emulator, whose bodies are left to the functions. */
export const functionBodies = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    'FunctionsEmulator.createHubServer() that creates an Express app': ({
      FunctionsEmulator: { prototype },
    }) =>
      prototype.createHubServer.length === 0 &&
      hasSource(prototype.createHubServer, /const hub = express\(\)/),
  },
  apply({ FunctionsEmulator: { prototype } }) {
    const { createHubServer } = prototype;
    prototype.createHubServer = function createNamedHubServer() {
      const hub = createHubServer.call(this);
      hub.enable('functions');
      return hub;
    };
  },
});

/** Responds if no handler has: there is none for the path (`error` is undefined), or it failed. */
function respondUnanswered(request: Request, response: Response, error: unknown): void {
  const { method, path } = request;
  if (!error) respondWith(response, 404, `There is no ${method} ${path.slice(0, 200)} on this server.`);
  // These handlers do not validate: if a request with a body fails, the body is the cause.
  else respondToError(request, response, error, METHODS_WITH_BODY.includes(method));
}

/**
 * The message of an error that is a string or an object that contains one; undefined for errors of
 * Auth, which are canonical, and for pages.
 */
function messageOf(body: unknown, { method, path }: Request): string | undefined {
  if (body === STATUS_CODES[501]) return `This emulator does not support ${method} ${path.slice(0, 200)}.`;
  if (typeof body === 'string') return /^\s*[{[<]/.test(body) ? undefined : body;
  if (typeof body !== 'object' || body === null) return undefined;
  const error = ('error' in body ? body.error : undefined) ?? ('message' in body ? body.message : undefined);
  if (typeof error === 'string') return error;
  return error instanceof Error && !('toJSON' in error) ? error.message : undefined;
}

function hasText(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && typeof Reflect.get(body, name) === 'string';
}
