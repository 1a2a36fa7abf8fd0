import { existsSync } from 'node:fs';
import type { Site } from './firebase-json.ts';
import { displayPath } from './json-file.ts';
import type { Project } from './project.ts';

type Sites = Pick<Project, 'firebase' | 'config'>;

/**
 * The name of a Hosting site's folder if it does not exist: `site/public`. Without it every page is
 * 404, here and after a deployment. A folder that a configured build writes does not count.
 */
export function missingSiteFolder({ config }: Pick<Sites, 'config'>, { folder }: Site): string | undefined {
  if (config.build?.hosting !== undefined || folder === undefined || existsSync(folder)) return undefined;
  return displayPath(folder);
}

/** The missing folders of all sites. */
export function missingSiteFolders(project: Sites): string[] {
  return project.firebase.sites.flatMap((site) => missingSiteFolder(project, site) ?? []);
}
