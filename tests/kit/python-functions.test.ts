// Functions in Python, with a runtime that speaks the protocol of functions-framework and of the
// SDK's discovery: Python packages cannot be installed without a network.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { type StartedProject, startIn, writeProject } from './foreign-project.ts';

const WAIT_MS = 120_000;
const VERSIONS = ['3.10', '3.11', '3.12', '3.13', '3.14'];
const version = VERSIONS.find((each) => spawnSync(`python${each}`, ['--version']).status === 0);

/** A substitute for the SDK: it describes `main.py` on the port from firebase-tools. */
const SERVING = `import json, os, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args): pass
    def do_GET(self):
        if self.path == '/__/quitquitquit': threading.Thread(target=self.server.shutdown).start()
        self.send_response(200)
        self.end_headers()
        if self.path == '/__/functions.yaml': self.wfile.write(open('functions.json', 'rb').read())
HTTPServer(('127.0.0.1', int(os.environ['ADMIN_PORT'])), Handler).serve_forever()
`;
/** A substitute for functions-framework: one process serves the function in its environment. */
const FRAMEWORK = `import json, os, sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
sys.path.insert(0, os.getcwd())
import main
target = getattr(main, os.environ['FUNCTION_TARGET'])
class Handler(BaseHTTPRequestHandler):
    def log_message(self, *args): pass
    def handle_any(self):
        body = self.rfile.read(int(self.headers.get('content-length') or 0))
        result = {} if self.path.startswith('/__/') else target(self.headers, body)
        self.send_response(200)
        self.send_header('content-type', 'application/json')
        self.end_headers()
        self.wfile.write(json.dumps(result).encode())
    do_GET = do_POST = handle_any
ThreadingHTTPServer((os.environ['HOST'], int(os.environ['PORT'])), Handler).serve_forever()
`;
const MAIN = `import json, os, urllib.request
def hello(headers, body):
    return {'pid': os.getpid(), 'greeting': 'hello'}
def whoami(headers, body):
    return {'result': json.loads(body)['data']}
def onnote(headers, body):
    host, project = os.environ['FIRESTORE_EMULATOR_HOST'], os.environ['GCLOUD_PROJECT']
    url = f'http://{host}/v1/projects/{project}/databases/(default)/documents/seen?documentId=' + headers['ce-document'].replace('/', '-')
    request = urllib.request.Request(url, data=b'{}', headers={'authorization': 'Bearer owner', 'content-type': 'application/json'})
    urllib.request.urlopen(request).read()
    return {}
`;
const endpoint = (entryPoint: string, trigger: object) => ({
  [entryPoint]: { platform: 'gcfv2', entryPoint, region: ['us-central1'], ...trigger },
});
const MANIFEST = {
  specVersion: 'v1alpha1',
  requiredAPIs: [],
  endpoints: {
    ...endpoint('hello', { httpsTrigger: {} }),
    ...endpoint('whoami', { callableTrigger: {} }),
    ...endpoint('onnote', {
      eventTrigger: {
        eventType: 'google.cloud.firestore.document.v1.written',
        eventFilters: { database: '(default)', namespace: '(default)' },
        eventFilterPathPatterns: { document: 'notes/{id}' },
        retry: false,
      },
    }),
  },
};

function writePythonProject(): string {
  const folder = writeProject({
    'firebase.json': JSON.stringify({
      functions: [
        { source: 'py', codebase: 'py', runtime: `python${version?.replace('.', '')}` },
        { source: 'bare', codebase: 'bare', runtime: 'python312' },
      ],
      firestore: {},
    }),
    'bare/requirements.txt': 'firebase-functions',
    'bare/main.py': '',
    'py/requirements.txt': 'firebase-functions',
    'py/main.py': MAIN,
    'py/functions.json': JSON.stringify(MANIFEST),
    'py/venv/site/firebase_functions/__init__.py': '',
    'py/venv/site/firebase_functions/private/serving.py': SERVING,
    'py/venv/site/framework.py': FRAMEWORK,
  });
  const bin = join(folder, 'py', 'venv', 'bin');
  const site = join(folder, 'py', 'venv', 'site');
  mkdirSync(bin);
  writeFileSync(join(bin, 'activate'), `export PATH="${bin}:$PATH" PYTHONPATH="${site}"\n`);
  const framework = join(bin, 'functions-framework');
  writeFileSync(framework, `#!/bin/sh\nexec python${version} "${site}/framework.py"\n`);
  chmodSync(framework, 0o755);
  return folder;
}

describe.runIf(version)('a project with functions in Python', () => {
  let folder: string;
  let offset: number;
  let started: StartedProject;
  const call = async (name: string, body?: object) => {
    const response = await fetch(`${serverUrl(5001 + offset)}/demo-py/us-central1/${name}`, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return (await response.json()) as Record<string, unknown>;
  };

  beforeAll(async () => {
    folder = writePythonProject();
    ({ offset } = await findFreeOffset());
    started = await startIn(folder, ['--port-offset', String(offset), '--project', 'demo-py']);
  });

  afterAll(() => started.stop());

  it('loads them, and explains how to install those of another codebase', () => {
    expect(started.output()).toMatch(/^ {2}Functions +http\S+ +hello, whoami$/m);
    expect(started.output()).toMatch(
      /The packages of the functions in \S*bare are not installed: the folder venv is missing.*python3\.12 -m venv venv && venv\/bin\/pip install -r requirements\.txt/,
    );
  });

  it('serves each function from a separate worker', async () => {
    const [first, second] = [await call('hello'), await call('hello')];
    expect(first).toEqual({ pid: expect.any(Number), greeting: 'hello' });
    expect(second?.pid).toBe(first?.pid);
    expect(await call('whoami', { data: 'ada' })).toEqual({ result: 'ada' });
  });

  it('runs a trigger when a document is written', async () => {
    const documents = `${serverUrl(8080 + offset)}/v1/projects/demo-py/databases/(default)/documents`;
    const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
    await fetch(`${documents}/notes?documentId=n1`, { method: 'POST', headers, body: '{}' });
    const seen = async () => (await fetch(`${documents}/seen/notes-n1`, { headers })).status;
    await vi.waitFor(async () => expect(await seen()).toBe(200), { timeout: WAIT_MS, interval: 50 });
  });

  it('runs the changed code after a save, without old workers', async () => {
    const { pid } = await call('hello');
    writeFileSync(join(folder, 'py', 'main.py'), MAIN.replace("'hello'}", "'changed'}"));
    await vi.waitFor(async () => expect(await call('hello')).toMatchObject({ greeting: 'changed' }), {
      timeout: WAIT_MS,
      interval: 100,
    });
    await vi.waitFor(() => expect(() => process.kill(pid as number, 0)).toThrow('ESRCH'), {
      timeout: WAIT_MS,
      interval: 50,
    });
  });
});
