// The hub disables background triggers for the length of a `withFunctionTriggersDisabled` of
// @firebase/rules-unit-testing, which tests call in their hooks. firebase-tools enables them again
// by loading all functions again, in a new process each: with an SDK that is not discovered by file
// that takes longer than the five seconds that Mocha gives a hook. Here the same triggers are
// enabled.
exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.disableBackgroundTriggers() that disables records of this.triggers': ({
    FunctionsEmulator,
  }) => {
    const { disableBackgroundTriggers } = FunctionsEmulator.prototype;
    return (
      /Object\.values\(this\.triggers\)/.test(disableBackgroundTriggers) &&
      /record\.enabled = false/.test(disableBackgroundTriggers)
    );
  },
  'FunctionsEmulator.reloadTriggers(), which enables them': ({ FunctionsEmulator }) =>
    FunctionsEmulator.prototype.reloadTriggers.length === 0,
};

exports.apply = ({ FunctionsEmulator }) => {
  const { disableBackgroundTriggers, reloadTriggers } = FunctionsEmulator.prototype;
  const disabledRecords = new WeakMap();
  FunctionsEmulator.prototype.disableBackgroundTriggers = async function disableAndRemember() {
    const enabled = Object.values(this.triggers).filter((record) => record.enabled);
    await disableBackgroundTriggers.call(this);
    const disabled = enabled.filter((record) => !record.enabled);
    disabledRecords.set(this, [...(disabledRecords.get(this) ?? []), ...disabled]);
  };
  FunctionsEmulator.prototype.reloadTriggers = async function enableOrReload() {
    const records = disabledRecords.get(this) ?? [];
    disabledRecords.delete(this);
    if (records.length === 0) return reloadTriggers.call(this);
    for (const record of records) record.enabled = true;
  };
};
