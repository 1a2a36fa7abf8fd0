// firebase-tools looks for the discovery program of firebase-functions in `.bin` folders beside the
// package. Some package managers create none there: with Yarn's nodeLinker pnpm, the package is in
// `node_modules/.store`. The package itself declares its program's path.
//
// The functions' description is read from a file that this program writes, which saves the three
// seconds of waiting for a server. A version that writes no file would cost a minute and the
// functions, so it is queried over HTTP.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findModuleRoot } from '../module-root.ts';
import { hasSource, patchModule } from '../patch.ts';

interface NodeRuntime {
  readonly Delegate: {
    readonly prototype: {
      readonly sourceDir: string;
      discoverBuild(config: unknown, env: unknown): Promise<object>;
      findFunctionsBinary(): string;
    };
  };
}

const SDK = 'firebase-functions';
/** The program's variable that names the file. */
const MANIFEST_VARIABLE = 'FUNCTIONS_MANIFEST_OUTPUT_PATH';

export const functionsSdk = patchModule<NodeRuntime>('lib/deploy/functions/runtimes/node/index.js', {
  expected: {
    'Delegate.findFunctionsBinary() that finds the program of the firebase-functions of this.sourceDir': ({
      Delegate: { prototype },
    }) =>
      prototype.findFunctionsBinary.length === 0 &&
      hasSource(
        prototype.findFunctionsBinary,
        /require\.resolve\("firebase-functions", \{ paths: \[this\.sourceDir\] \}\)/,
        /"\.bin", "firebase-functions"/,
      ),
    'Delegate.discoverBuild(config, env) that looks for FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH': ({
      Delegate: { prototype },
    }) =>
      prototype.discoverBuild.length === 2 &&
      hasSource(
        prototype.discoverBuild,
        /const discoveryPath = process\.env\.FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH;/,
        /discoveryPath === "true"/,
      ),
  },
  apply({ Delegate: { prototype } }) {
    const { discoverBuild } = prototype;
    let last: Promise<unknown> = Promise.resolve();
    // One at a time, because all use the same variable.
    prototype.discoverBuild = function discoverInTurn(config, env) {
      const discovered = last.then(() => {
        const writesFile = readFileSync(this.findFunctionsBinary(), 'utf8').includes(MANIFEST_VARIABLE);
        process.env.FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH = writesFile ? 'true' : '';
        return discoverBuild.call(this, config, env);
      });
      last = discovered.catch(() => undefined);
      return discovered;
    };
    prototype.findFunctionsBinary = function findProgram() {
      const fromSource = createRequire(join(this.sourceDir, 'package.json'));
      const root = findModuleRoot(SDK, fromSource.resolve(SDK));
      return join(root, fromSource(join(root, 'package.json')).bin[SDK]);
    };
  },
});
