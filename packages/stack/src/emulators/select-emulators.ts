import type { EmulatorName } from '../config/define-config.ts';
import type { Project } from '../config/project.ts';
import { UserError } from '../user-error.ts';

/**
 * The emulators of a stack. `auto` selects Auth; Firestore and Storage if firebase.json mentions
 * them or functions may use them; the Realtime Database if firebase.json mentions it; Functions and
 * Hosting if firebase.json has any that run here. The functions' triggers are unknown before they
 * are loaded.
 * @throws UserError when none of the requested ones has anything to run
 */
export function selectEmulators({ config, firebase }: Project): EmulatorName[] {
  const hasFunctions = firebase.codebases.length > 0 || firebase.extensions.length > 0;
  const available: Readonly<Record<EmulatorName, boolean>> = {
    auth: true,
    firestore: firebase.firestore !== undefined || hasFunctions,
    database: firebase.database !== undefined,
    storage: firebase.storage.length > 0 || firebase.emulators.storage !== undefined || hasFunctions,
    functions: hasFunctions,
    hosting: firebase.sites.length > 0,
  };
  const wanted = config.emulators ?? 'auto';
  const names = Object.keys(available) as EmulatorName[];
  if (wanted === 'auto') return names.filter((name) => available[name]);
  // Functions and Hosting have nothing to run without a section in firebase.json.
  const selected = names.filter(
    (name) => wanted.includes(name) && (available[name] || !['functions', 'hosting'].includes(name)),
  );
  if (selected.length === 0) {
    throw new UserError(
      `firebase.json has no ${wanted.join(' and no ')}, so there is nothing to start`,
      'Name other emulators, or add the section.',
    );
  }
  return selected;
}
