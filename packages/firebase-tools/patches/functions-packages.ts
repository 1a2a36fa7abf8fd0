// Each part describes functions packages that firebase-tools does not accept.
import type { Patch } from '../patch.ts';
import { enginesRange } from './engines-range.ts';
import { functionsSdk } from './functions-sdk.ts';

export const functionsPackages: Patch = {
  name: 'functions-packages',
  reason: 'functions load with every package manager and any range in `engines`',
  upstream: ['https://github.com/firebase/firebase-tools/issues/10813'],
  modules: [enginesRange, functionsSdk],
};
