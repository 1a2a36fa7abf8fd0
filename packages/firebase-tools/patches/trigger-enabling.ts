// The hub disables background triggers for the length of a `withFunctionTriggersDisabled` of
// @firebase/rules-unit-testing, which tests call in their hooks. firebase-tools enables them again
// by loading all functions again, in a new process each: with an SDK that is not discovered by file
// that takes longer than the five seconds that Mocha gives a hook.
import { hasSource, type Patch, patchModule } from '../patch.ts';
import type { FunctionsEmulator, FunctionsEmulatorModule, TriggerRecord } from './functions-emulator.ts';

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
        const disabledRecords = new WeakMap<FunctionsEmulator, TriggerRecord[]>();
        prototype.disableBackgroundTriggers = async function disableAndRemember() {
          const enabled = Object.values(this.triggers).filter((record) => record.enabled);
          await disableBackgroundTriggers.call(this);
          const disabled = enabled.filter((record) => !record.enabled);
          disabledRecords.set(this, [...(disabledRecords.get(this) ?? []), ...disabled]);
        };
        prototype.reloadTriggers = async function enableOrReload() {
          const records = disabledRecords.get(this) ?? [];
          disabledRecords.delete(this);
          if (records.length === 0) return reloadTriggers.call(this);
          for (const record of records) record.enabled = true;
        };
      },
    }),
  ],
};
