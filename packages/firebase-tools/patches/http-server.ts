import type { IncomingMessage, ServerResponse } from 'node:http';
import { type PatchedModule, patchModule } from '../patch.ts';

/** The used parts of node:http, whose servers emit requests as events. */
interface Http {
  readonly Server: {
    readonly prototype: { emit(event: string | symbol, ...args: unknown[]): boolean };
  };
  readonly IncomingMessage: new (...args: never[]) => IncomingMessage;
  readonly ServerResponse: new (...args: never[]) => ServerResponse;
}

type HandleRequest = (request: IncomingMessage, response: ServerResponse, emit: () => boolean) => boolean;

/** Wraps the requests of all servers in the process with a handler; undefined if none is needed. */
export function patchRequests(createHandle: () => HandleRequest | undefined): PatchedModule {
  return patchModule<Http>('node:http', {
    expected: {
      'a Server whose requests are events': ({ Server }) => typeof Server.prototype.emit === 'function',
    },
    apply({ Server: { prototype }, IncomingMessage: Request, ServerResponse: Response }) {
      const handle = createHandle();
      if (handle === undefined) return;
      const { emit } = prototype;
      prototype.emit = function emitHandled(event, ...args) {
        const emitNow = (): boolean => emit.call(this, event, ...args);
        const [request, response] = args;
        const isRequest = event === 'request' || event === 'checkContinue';
        return isRequest && request instanceof Request && response instanceof Response
          ? handle(request, response, emitNow)
          : emitNow();
      };
    },
  });
}
