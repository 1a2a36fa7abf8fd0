import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The names and licenses of the installed packages that files are of, one after the other; empty for none.
 * @param files absolute paths of bundled files
 */
export function thirdPartyLicenses(files) {
  const folders = new Set(
    files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  );
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
    const text = file === undefined ? '' : `\n${readFileSync(join(folder, file), 'utf8').trim()}\n`;
    return `${name} ${version} (${license})\n${text}`;
  });
  return texts.join(`\n${'-'.repeat(80)}\n\n`);
}
