import { type Browser, chromium } from 'playwright';
import { requireChromium } from './chromium.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
];

/** Launches Chromium without a window. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ args: ARGUMENTS, executablePath: await requireChromium() });
}
