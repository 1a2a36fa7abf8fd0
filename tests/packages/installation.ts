/** The commands that install packed packages in another project (packages/savepoint/README.md). */
export function installation(tarballs: readonly string[]): string {
  return [
    'In the other project:',
    '',
    `  npm install --save-dev --ignore-scripts ${tarballs.join(' ')}`,
    '  npm rebuild node',
    '',
    'Without --ignore-scripts, npm compiles an optional package of firebase-tools, re2, for minutes',
    'where GitHub cannot be reached. If npm asks to allow an install script: npm approve-scripts node',
  ].join('\n');
}
