// HTTPS addresses of the dev server and of Hosting, for `--https`. On a phone, only HTTPS pages are
// a secure context, which service workers, the camera and passkeys require.
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { kitProgram } from '../config/kit-files.ts';
import { listenHost, networkAddresses } from '../config/listen-host.ts';
import { userStatePath } from '../config/user-state.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import { authorityFile, issueCertificate } from '../processes/certificates.ts';
import type { Server } from './server.ts';
import { web } from './web.ts';

const MAIN = kitProgram('stack', 'src', 'processes', 'https-front-main');
const POLL_MS = 30;

export const webHttps = httpsFront({
  name: 'webHttps',
  target: 'web',
  label: 'App (HTTPS)',
  dependsOn: 'web',
  hasTarget: (project, parts) => web.isNeeded(project, parts),
});
export const hostingHttps = httpsFront({
  name: 'hostingHttps',
  target: 'hosting',
  label: 'Hosting (HTTPS)',
  dependsOn: 'firebase-tools',
  hasTarget: (project) => selectEmulators(project).includes('hosting'),
});

interface HttpsFront extends Pick<Server, 'name' | 'label'> {
  /** The server that requests are forwarded to. */
  readonly target: 'web' | 'hosting';
  readonly dependsOn: string;
  readonly hasTarget: Server['isNeeded'];
}

function httpsFront({ name, label, target, dependsOn, hasTarget }: HttpsFront): Server {
  return {
    name,
    label,
    isNeeded: (project, parts) => project.https === true && hasTarget(project, parts),
    ports: () => [{ name, label, note: 'the same server', scheme: 'https' }],
    dependsOn: [dependsOn],
    isAwaited: true,
    isRequired: 'at the start',
    environment: () => ({}),
    start({ project, run, ports }) {
      const port = ports[name] as number;
      const { key, certificate } = issueCertificate(authorityFolder(), networkAddresses());
      const file = join(run.folder, `${name}.pem`);
      writeFileSync(file, key + certificate, { mode: 0o600 });
      return {
        command: process.execPath,
        args: [MAIN, file, listenHost(project, name), String(port), String(ports[target])],
        cwd: run.folder,
        responds: (hasEnded) => waitForPort(port, hasEnded),
      };
    },
  };
}

function authorityFolder(): string {
  return userStatePath('authority');
}

/** The certificate file to install on devices that should trust the certificates. */
export function trustedFile(): string {
  return authorityFile(authorityFolder());
}

/** The command that makes this machine's browsers trust the certificates. */
export function trustCommand(file: string, platform = process.platform): string {
  if (platform === 'darwin') {
    return `security add-trusted-cert -k ~/Library/Keychains/login.keychain-db ${file}`;
  }
  if (platform === 'win32') return `certutil -user -addstore Root ${file}`;
  return `sudo cp ${file} /usr/local/share/ca-certificates/savepoint.crt && sudo update-ca-certificates`;
}

async function waitForPort(port: number, hasEnded: () => boolean): Promise<void> {
  while (!hasEnded() && !(await isOpen(port))) await delay(POLL_MS);
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
