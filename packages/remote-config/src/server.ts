import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { RpcError } from '@savepoint/server/core/rpc-error';
import { statusName } from '@savepoint/server/core/rpc-error';
import { RequestGuard, type RequestGuardOptions } from '@savepoint/server/guard/request-guard';
import { createHttpRouter } from '@savepoint/server/http/http-router';
import { createApi } from './api.ts';
import { createControlApi } from './control-api.ts';
import { TemplateFile } from './template-file.ts';

const HOST = '127.0.0.1';

export interface RemoteConfigOptions extends Pick<RequestGuardOptions, 'allowedOrigins' | 'allow' | 'log'> {
  /** 0 selects a free port. */
  readonly port: number;
  /** Absolute path of the template. */
  readonly template: string;
}

export interface RemoteConfigEmulator {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Starts the emulator for callers on this machine only.
 * @throws Error with the `code` EADDRINUSE for a port in use
 */
export async function startRemoteConfig({
  port,
  template,
  ...callers
}: RemoteConfigOptions): Promise<RemoteConfigEmulator> {
  const file = new TemplateFile(template);
  const server = createHttpRouter({
    name: 'Remote Config',
    handlers: [createControlApi(file), createApi(file)],
    guard: new RequestGuard(callers),
    onError: ({ method, url }, error: RpcError) =>
      callers.log?.(`${method} ${url?.split('?', 1)[0]}: ${statusName(error.code)}: ${error.message}`),
  });
  server.listen(port, HOST);
  await once(server, 'listening');
  return {
    url: `http://${HOST}:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
