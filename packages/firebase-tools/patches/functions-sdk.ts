// firebase-tools looks for the program of firebase-functions, which lists the functions, in folders
// `.bin` beside the package. Some package managers have none there: with nodeLinker pnpm of Yarn
// the package is in `node_modules/.store`. The package itself says where its program is.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { findModuleRoot } from '../module-root.ts';
import { hasSource, type Patch, patchModule } from '../patch.ts';

interface NodeRuntime {
  readonly Delegate: {
    readonly prototype: { readonly sourceDir: string; findFunctionsBinary(): string };
  };
}

const SDK = 'firebase-functions';

export const functionsSdk: Patch = {
  name: 'functions-sdk',
  reason: 'the SDK is found with every package manager',
  upstream: ['https://github.com/firebase/firebase-tools/issues/10813'],
  modules: [
    patchModule<NodeRuntime>('lib/deploy/functions/runtimes/node/index.js', {
      expected: {
        'Delegate.findFunctionsBinary() that finds the program of the firebase-functions of this.sourceDir':
          ({ Delegate: { prototype } }) =>
            prototype.findFunctionsBinary.length === 0 &&
            hasSource(
              prototype.findFunctionsBinary,
              /require\.resolve\("firebase-functions", \{ paths: \[this\.sourceDir\] \}\)/,
              /"\.bin", "firebase-functions"/,
            ),
      },
      apply({ Delegate: { prototype } }) {
        prototype.findFunctionsBinary = function findProgram() {
          const fromSource = createRequire(join(this.sourceDir, 'package.json'));
          const root = findModuleRoot(SDK, fromSource.resolve(SDK));
          return join(root, fromSource(join(root, 'package.json')).bin[SDK]);
        };
      },
    }),
  ],
};
