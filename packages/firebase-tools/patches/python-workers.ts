// firebase-tools starts Python in a shell and ends a worker by signaling that shell, so Python
// would continue with outdated code. Here the shell is replaced with Python by `exec`, which
// Windows does not support.
import { hasSource, type Patch, patchModule } from '../patch.ts';

interface PythonModule {
  runWithVirtualEnv(commandAndArgs: readonly string[], ...rest: unknown[]): unknown;
}

export const pythonWorkers: Patch = {
  name: 'python-workers',
  reason: 'Python workers end on a reload',
  upstream: ['https://github.com/firebase/firebase-tools/issues/11069'],
  modules: [
    patchModule<PythonModule>('lib/functions/python.js', {
      expected: {
        'runWithVirtualEnv(commandAndArgs) that runs them in a shell, after &&': ({ runWithVirtualEnv }) =>
          hasSource(runWithVirtualEnv, /args\.push\("&&", \.\.\.commandAndArgs\)[\s\S]*shell: true/),
      },
      apply(python) {
        const { runWithVirtualEnv } = python;
        if (process.platform === 'win32') return;
        python.runWithVirtualEnv = (commandAndArgs, ...rest) =>
          runWithVirtualEnv(['exec', ...commandAndArgs], ...rest);
      },
    }),
  ],
};
