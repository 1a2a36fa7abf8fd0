import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import licenses from 'spdx-license-list/full.js';

/**
 * The texts of the licenses that an SPDX expression names, for a package without a file of its own.
 */
function licenseTexts(expression = '') {
  const ids = expression.split(/[()\s]+|\b(?:AND|OR|WITH)\b/).filter((id) => id in licenses);
  return ids.map((id) => licenses[id].licenseText).join('\n\n');
}

/**
 * The names and licenses of the installed packages that files are of, one after the other; empty
 * for none.
 * @param files absolute paths of bundled files
 */
export function thirdPartyLicenses(files) {
  const folders = new Set(
    files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const text = file === undefined ? licenseTexts(license) : readFileSync(join(folder, file), 'utf8');
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
