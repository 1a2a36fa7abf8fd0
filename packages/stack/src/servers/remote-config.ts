// Remote Config runs if firebase.json names a template. The Admin SDK and the web SDK each read its
// address from a different variable.
import { serverUrl } from '../config/environment.ts';
import { kitPath, kitProgram } from '../config/kit-files.ts';
import type { Server } from './server.ts';

export const remoteConfig: Server = {
  name: 'remoteConfig',
  label: 'Remote Config',
  isNeeded: ({ firebase }) => firebase.remoteConfig !== undefined,
  ports: () => [
    { name: 'remoteConfig', label: 'Remote Config', note: 'from the template, on a page of Studio' },
  ],
  dependsOn: [],
  isAwaited: true,
  isRequired: 'never',
  environment: (_project, { ports }) => ({
    FIREBASE_REMOTE_CONFIG_URL_BASE: serverUrl(ports.remoteConfig),
  }),
  start({ project, ports, environment }) {
    return {
      command: process.execPath,
      args: [
        kitProgram('remote-config', 'src', 'main'),
        ...['--port', String(ports.remoteConfig), '--template', project.firebase.remoteConfig ?? ''],
      ],
      cwd: kitPath('remote-config'),
      env: environment,
    };
  },
};
