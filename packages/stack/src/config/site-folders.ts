import { existsSync } from 'node:fs';
import type { Site } from './firebase-json.ts';
import { displayPath } from './json-file.ts';
import type { Project } from './project.ts';

type Sites = Pick<Project, 'firebase' | 'config'>;

/**
 * The folder of a site of Hosting that does not exist: `site/public`. Every page is 404 without it,
 * here and after a deployment. A build of the configuration writes it later.
 */
export function missingSiteFolder({ config }: Pick<Sites, 'config'>, { folder }: Site): string | undefined {
  if (config.build?.hosting !== undefined || folder === undefined || existsSync(folder)) return undefined;
  return displayPath(folder);
}

/** The folders of all sites that do not exist. */
export function missingSiteFolders(project: Sites): string[] {
  return project.firebase.sites.flatMap((site) => missingSiteFolder(project, site) ?? []);
}
