// Writes the npm packages of the repository as tarballs to a folder, to try them in another project
// before publication: npm run pack:packages -- DIR
import { copyFileSync, mkdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { installation } from './installation.ts';
import { packPackages } from './packed-packages.ts';

const [folder, ...others] = process.argv.slice(2);
if (folder === undefined || folder.startsWith('-') || others.length > 0) {
  console.error('Usage: npm run pack:packages -- DIR');
  process.exit(1);
}
mkdirSync(folder, { recursive: true });
const tarballs = (await packPackages()).map(({ filename }) => {
  const tarball = join(resolve(folder), basename(filename));
  copyFileSync(filename, tarball);
  return tarball;
});
console.log(installation(tarballs));
