import type { Request, Response } from 'express';
import { hasSource } from '../patch.ts';
import type { FunctionsEmulator, FunctionsEmulatorModule } from './functions-emulator.ts';

/** The properties of the Functions emulator's server that `respondFirst` expects. */
export const HUB_SERVER = {
  'FunctionsEmulator.createHubServer() that creates an Express app': ({
    FunctionsEmulator,
  }: FunctionsEmulatorModule) =>
    hasSource(FunctionsEmulator.prototype.createHubServer, /const hub = express\(\)/),
};

/** Returns whether it has responded to a request; otherwise the Functions emulator does. */
type Responder = (request: Request, response: Response) => boolean;

/** Responds to requests before the Functions emulator does. */
export function respondFirst(
  prototype: FunctionsEmulator,
  responderOf: (emulator: FunctionsEmulator) => Responder,
): void {
  const { createHubServer } = prototype;
  prototype.createHubServer = function createServerWithResponder() {
    const hub = createHubServer.call(this);
    const handle = hub.handle.bind(hub);
    const respond = responderOf(this);
    hub.handle = (request, response, ...others) =>
      respond(request, response) || handle(request, response, ...others);
    return hub;
  };
}
