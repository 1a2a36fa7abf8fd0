// Owns what other programs may import: one emulator, started in this process.

export { type EmulatorSettings, type RunningEmulator, startEmulator } from './server/start-emulator.ts';
