import type { Request, Response } from 'express';
import { hasSource } from '../patch.ts';
import type { FunctionsEmulator, FunctionsEmulatorModule } from './functions-emulator.ts';

/** What the server of the Functions emulator has to be like for `respondFirst`. */
export const HUB_SERVER = {
  'FunctionsEmulator.createHubServer() that creates an Express app': ({
    FunctionsEmulator,
  }: FunctionsEmulatorModule) =>
    hasSource(FunctionsEmulator.prototype.createHubServer, /const hub = express\(\)/),
};

/** Whether it responds to a request; the Functions emulator responds to the others. */
type Responder = (request: Request, response: Response) => boolean;

/** Responds to requests to the Functions emulator in its place. */
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
