// The hub disables background triggers during a `withFunctionTriggersDisabled` of
// @firebase/rules-unit-testing, which tests call in their hooks. firebase-tools enables them again
// by reloading all functions, each in a new process: with an SDK that does not support discovery by
// file, that takes longer than the five seconds that Mocha allows a hook.
//
// A Storage event reaches the functions in two requests after the response to an upload. Without
// this patch, events of files written while triggers were disabled would run functions afterwards.
import { hasSource, type Patch, patchModule } from '../patch.ts';
import type { FunctionsEmulator, FunctionsEmulatorModule } from './functions-emulator.ts';

interface StorageEventsModule {
  readonly StorageCloudFunctions: {
    readonly prototype: { dispatch(action: string, object: object): Promise<void> };
  };
}

/** The used parts of lib/emulator/registry.js. */
interface RegistryModule {
  readonly EmulatorRegistry: { get(emulator: 'functions'): FunctionsEmulator | undefined };
}

export const triggerEnabling: Patch = {
  name: 'trigger-enabling',
  reason: 'disabled triggers are enabled again without a reload',
  upstream: ['docs/upstream/trigger-enabling.md'],
  modules: [
    patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
      expected: {
        'FunctionsEmulator.disableBackgroundTriggers() that disables records of this.triggers': ({
          FunctionsEmulator,
        }) =>
          hasSource(
            FunctionsEmulator.prototype.disableBackgroundTriggers,
            /Object\.values\(this\.triggers\)/,
            /record\.enabled = false/,
          ),
        'FunctionsEmulator.reloadTriggers(), which enables them': ({ FunctionsEmulator }) =>
          FunctionsEmulator.prototype.reloadTriggers.length === 0,
      },
      apply({ FunctionsEmulator: { prototype } }) {
        const { disableBackgroundTriggers, reloadTriggers } = prototype;
        prototype.disableBackgroundTriggers = async function disableAndRemember() {
          const enabled = Object.values(this.triggers).filter((record) => record.enabled);
          await disableBackgroundTriggers.call(this);
          const disabled = enabled.filter((record) => !record.enabled);
          this.disabledRecords = [...(this.disabledRecords ?? []), ...disabled];
        };
        prototype.reloadTriggers = async function enableOrReload() {
          const { disabledRecords: records } = this;
          this.disabledRecords = undefined;
          if (records === undefined) return reloadTriggers.call(this);
          for (const record of records) record.enabled = true;
        };
      },
    }),
    patchModule<StorageEventsModule>('lib/emulator/storage/cloudFunctions.js', {
      expected: {
        'StorageCloudFunctions.dispatch(action, object)': ({ StorageCloudFunctions: { prototype } }) =>
          prototype.dispatch.length === 2,
      },
      apply({ StorageCloudFunctions: { prototype } }, load) {
        const { dispatch } = prototype;
        prototype.dispatch = async function dispatchUnlessDisabled(action, object) {
          const functions = load<RegistryModule>('../registry').EmulatorRegistry.get('functions');
          if (functions?.disabledRecords === undefined) await dispatch.call(this, action, object);
        };
      },
    }),
  ],
};
