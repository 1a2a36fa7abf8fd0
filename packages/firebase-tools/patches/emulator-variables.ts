import { hasSource } from '../patch.ts';
import type { FunctionsEmulator, FunctionsEmulatorModule } from './functions-emulator.ts';

/** The properties of the Functions emulator that `addVariables` expects. */
export const EMULATOR_VARIABLES = {
  'FunctionsEmulator.getEmulatorEnvs() that sets variables of emulators': ({
    FunctionsEmulator,
  }: FunctionsEmulatorModule) =>
    hasSource(FunctionsEmulator.prototype.getEmulatorEnvs, /setEnvVarsForEmulators\)\(envs, emulatorInfos\)/),
  'FunctionsEmulator.getInfo() with host and port': ({ FunctionsEmulator }: FunctionsEmulatorModule) =>
    hasSource(FunctionsEmulator.prototype.getInfo, /host,\s+port,/),
};

/** Adds variables with the port of the Functions emulator to the functions' environment. */
export function addVariables(
  prototype: FunctionsEmulator,
  variablesOf: (port: string) => Readonly<Record<string, string>>,
): void {
  const { getEmulatorEnvs } = prototype;
  prototype.getEmulatorEnvs = function getEnvsAndOthers() {
    return { ...getEmulatorEnvs.call(this), ...variablesOf(String(this.getInfo().port)) };
  };
}
