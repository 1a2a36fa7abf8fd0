import { HOST } from '../config/listen-host.ts';

/** The line of firebase-tools for a site of Hosting that listens. */
const SITE_LISTENS = /^✔ {2}hosting(?:\[(.+?)\])?: Local server: (http:\S+)/;

/**
 * The URLs of the sites of Hosting. The first is that of the emulator; firebase-tools chooses the
 * ports of the others, and tells them in its output only.
 */
export class HostingSites {
  readonly #urls = new Map<string, string>();

  /** Reads a line that a server has printed. */
  read(server: string, line: string): void {
    const [, name = '', url] = (server === 'firebase' && SITE_LISTENS.exec(line)) || [];
    // Where it listens for other machines, it prints the address of all interfaces.
    if (url !== undefined) this.#urls.set(name, url.replace('//0.0.0.0:', `//${HOST}:`));
  }

  /** By the name of the site, in the order of firebase.json. */
  list(): readonly (readonly [name: string, url: string])[] {
    return [...this.#urls];
  }
}
