// The order matters: the selection comes before the reload, which reports the loaded functions.
import type { Patch } from '../patch.ts';
import { functionsOtherProject } from './functions-other-project.ts';
import { functionsReload } from './functions-reload.ts';
import { functionsSelection } from './functions-selection.ts';
import { functionsUnloaded } from './functions-unloaded.ts';

export const functionsLoading: Patch = {
  name: 'functions-loading',
  reason: 'the kit decides which functions are loaded and when; calls of others explain why they fail',
  upstream: [],
  modules: [functionsSelection, ...functionsReload, functionsUnloaded, functionsOtherProject],
};
