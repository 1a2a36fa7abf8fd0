// Access rules of a stack's servers: each row is a kind of request, with examples, and every
// server's reaction. docs/security.md has the rows as a table.

/** Served, or rejected with this status. */
export type Outcome = 'served' | 400 | 403;

/** A request as sent: `headers` are lines, so that they may repeat. */
export interface CallerRequest {
  readonly method?: string;
  readonly path?: string;
  /** Defaults to 1.1. */
  readonly version?: '1.0';
  readonly headers: readonly string[];
}

export interface Row {
  readonly what: string;
  readonly outcome: Outcome;
  /**
   * Studio's reaction, if it differs: it may do everything in the stack, and serves only its own
   * page.
   */
  readonly studio?: Outcome;
  readonly requests: readonly CallerRequest[];
}

/** The origin that the stack of the test was started with. */
export const ALLOWED_ORIGIN = 'https://tunnel.example';

/** Placeholder for the server's own port. */
export const PORT = 'PORT';
const HOST = `host: 127.0.0.1:${PORT}`;

const fromHosts = (...hosts: string[]) => hosts.map((host) => ({ headers: [`host: ${host}`] }));

const fromOrigins = (...origins: string[]) =>
  origins.flatMap((origin) =>
    ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'].map((method) => ({
      method,
      headers: [HOST, `origin: ${origin}`],
    })),
  );

const withMetadata = (site: string, mode: string, destination: string, ...more: string[]) => ({
  headers: [
    HOST,
    `sec-fetch-site: ${site}`,
    `sec-fetch-mode: ${mode}`,
    `sec-fetch-dest: ${destination}`,
    ...more,
  ],
});

const embeddedBy = (...referer: string[]) => [
  withMetadata('cross-site', 'no-cors', 'image', ...referer),
  withMetadata('cross-site', 'no-cors', 'script', ...referer),
  withMetadata('cross-site', 'navigate', 'iframe', ...referer),
  withMetadata('cross-site', 'no-cors', 'empty', ...referer),
];

const LINK = withMetadata('cross-site', 'navigate', 'document');
const FOREIGN = 'origin: https://evil.example';
const UPGRADE = [
  'connection: upgrade',
  'upgrade: websocket',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-version: 13',
];

export const ROWS: readonly Row[] = [
  {
    what: 'a Host that is no name of this machine, as after DNS rebinding',
    outcome: 403,
    requests: fromHosts(
      'evil.example',
      'evil.example:80',
      `evil.example:${PORT}`,
      'localhost.evil.example:80',
      '127.0.0.1.evil.example',
      '0.0.0.0:9099',
      '[::]:9099',
      '[::ffff:7f00:1]',
    ),
  },
  {
    what: 'no Host, several, or one that is no host name',
    outcome: 403,
    requests: [
      ...fromHosts(
        '',
        'localhost@evil.example',
        'evil.example#localhost',
        'evil.example/localhost',
        'localhost:80:80',
        'localhost, evil.example',
      ),
      { version: '1.0', headers: [] },
      { headers: [HOST, 'host: evil.example'] },
      { headers: ['host: evil.example', HOST] },
      { headers: [HOST, HOST] },
    ],
  },
  {
    what: 'Host is a name of this machine with the port of the server',
    outcome: 'served',
    requests: fromHosts(`localhost:${PORT}`, `127.0.0.1:${PORT}`, `[::1]:${PORT}`, `app.localhost:${PORT}`),
  },
  {
    what: 'Host is a name of this machine with another port or none',
    outcome: 'served',
    studio: 403,
    requests: fromHosts('localhost:80', '127.0.0.1', '127.8.9.10', '[::1]:80'),
  },
  {
    what: 'Host is another IP address, or `host.docker.internal`',
    outcome: 'served',
    studio: 403,
    requests: fromHosts(
      '10.0.2.2',
      `192.168.0.7:${PORT}`,
      `[fe80::1]:${PORT}`,
      `host.docker.internal:${PORT}`,
    ),
  },
  {
    what: 'a page of the IP address that Host has',
    outcome: 'served',
    studio: 403,
    requests: [{ headers: [`host: 192.168.0.7:${PORT}`, 'origin: http://192.168.0.7:3000'] }],
  },
  {
    what: 'a page of an IP address that Host does not have',
    outcome: 403,
    requests: [
      ...fromOrigins('http://192.168.0.7:3000'),
      { headers: [`host: 192.168.0.8:${PORT}`, 'origin: http://192.168.0.7:3000'] },
      { headers: [`host: host.docker.internal:${PORT}`, 'origin: http://host.docker.internal:3000'] },
    ],
  },
  {
    what: 'a page of another origin, `null` included, also its preflights',
    outcome: 403,
    requests: [
      { headers: ['host: tunnel.example', 'origin: https://evil.example'] },
      { headers: [HOST, 'origin: https://evil.example', 'sec-fetch-site: same-origin'] },
      ...fromOrigins(
        'https://evil.example',
        'null',
        '',
        'http://127.0.0.1.evil.example',
        'http://localhost@evil.example',
        'http://localhost, https://evil.example',
        'file://localhost',
        'capacitor://localhost',
        'chrome-extension://localhost',
        'http://tunnel.example',
        `${ALLOWED_ORIGIN}:8443`,
      ),
    ],
  },
  {
    what: 'a page of this machine on another port',
    outcome: 'served',
    studio: 403,
    requests: [
      'http://127.0.0.1:5173',
      'http://localhost:5173',
      'https://[::1]:1',
      'http://app.localhost',
    ].map((origin) => ({ headers: [HOST, `origin: ${origin}`] })),
  },
  {
    what: 'a page of an origin that is allowed, and its host name in Host',
    outcome: 'served',
    requests: [
      { headers: ['host: tunnel.example'] },
      { headers: ['host: tunnel.example:5001', `origin: ${ALLOWED_ORIGIN}`] },
      { headers: [HOST, `origin: ${ALLOWED_ORIGIN}`, 'sec-fetch-site: cross-site'] },
    ],
  },
  {
    what: 'an image, script, frame or `no-cors` fetch of a page of another site',
    outcome: 403,
    requests: [...embeddedBy(), ...embeddedBy('referer: https://evil.example/')],
  },
  {
    what: 'the same of a page of this machine, which Referer names',
    outcome: 'served',
    studio: 403,
    requests: [
      ...embeddedBy('referer: http://localhost:5173/shop'),
      withMetadata('same-site', 'no-cors', 'image'),
    ],
  },
  { what: 'a link of another site', outcome: 'served', requests: [LINK] },
  {
    what: 'a link of another site to what opens a file in the editor',
    outcome: 403,
    requests: ['/__open-in-editor?file=src/main.tsx', '/__OPEN-in-editor', '/__nextjs_launch-editor'].map(
      (path) => ({ path, ...LINK }),
    ),
  },
  {
    what: 'the same at an IP address, where Fetch Metadata is missing',
    outcome: 403,
    requests: [{ path: '/__open-in-editor?file=src/main.tsx', headers: [`host: 192.168.0.7:${PORT}`] }],
  },
  {
    what: 'a navigation of another site by another method than GET',
    outcome: 403,
    requests: ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) => ({ method, ...LINK })),
  },
  {
    what: 'a WebSocket handshake of another Host or origin',
    outcome: 403,
    requests: [
      { headers: ['host: evil.example', ...UPGRADE] },
      { headers: [HOST, FOREIGN, ...UPGRADE] },
      { headers: ['host: evil.example', 'origin: http://evil.example', ...UPGRADE] },
      { path: '/requests', headers: [HOST, FOREIGN, ...UPGRADE] },
      { headers: [HOST, FOREIGN, ...UPGRADE, 'sec-websocket-protocol: vite-hmr'] },
    ],
  },
  {
    what: 'a page of another origin, whatever the path',
    outcome: 403,
    requests: [
      '//',
      '//evil.example/',
      '//_admin/export',
      '/%2e%2e/%2e%2e/functions/.secret.local',
      '/../../functions/.secret.local',
      '/%00',
      '/%',
      'http://localhost/',
      '/catalogue.json',
      '/src/main.tsx',
      '/__open-in-editor?file=src/main.tsx',
      '/api/stack',
      '/_savepoint/reset',
      '/v1/projects/demo/topics',
    ].flatMap((path) => ['GET', 'POST'].map((method) => ({ method, path, headers: [HOST, FOREIGN] }))),
  },
  {
    what: 'a path that is none of a URL, or no percent-encoded UTF-8',
    outcome: 400,
    requests: ['//', '///', '//:', '//a:b:c/', 'http://', '/%', '/%zz', '/%ed%a0%80', '/assets/%ff'].map(
      (path) => ({ path, headers: [HOST] }),
    ),
  },
];

const cell = (outcome: Outcome) => (outcome === 'served' ? 'served' : `rejected: ${outcome}`);

/** The rows as the table of docs/security.md. */
export function callersTable(): string {
  const rows = ROWS.map(({ what, outcome, studio = outcome }) => [what, cell(outcome), cell(studio)]);
  const all = [['request', 'every server', 'Studio'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [line(all[0] ?? []), rule, ...rows.map(line)].join('\n');
}
