export { type EmulatorSettings, type RunningEmulator, startEmulator } from './server/start-emulator.ts';
