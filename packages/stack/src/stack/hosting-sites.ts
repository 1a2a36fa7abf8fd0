import { HOST } from '../config/listen-host.ts';

/** firebase-tools prints this line when a Hosting site listens. */
const SITE_LISTENS = /^✔ {2}hosting(?:\[(.+?)\])?: Local server: (http:\S+)/;

/**
 * The URLs of the Hosting sites. The first is that of the emulator; firebase-tools chooses the
 * ports of the others and reports them only in its output.
 */
export class HostingSites {
  readonly #urls = new Map<string, string>();

  /** Parses an output line of a server. */
  read(server: string, line: string): void {
    const [, name = '', url] = (server === 'firebase' && SITE_LISTENS.exec(line)) || [];
    // If it listens for other machines, it prints the wildcard address.
    if (url !== undefined) this.#urls.set(name, url.replace('//0.0.0.0:', `//${HOST}:`));
  }

  /** Name and URL of each site, in the order of firebase.json. */
  list(): readonly (readonly [name: string, url: string])[] {
    return [...this.#urls];
  }
}
