// firebase-tools accepts one version of Node in `engines` of the functions' package.json, such as
// "24", and refuses a range, such as ">= 18": the functions would be missing. Locally they all run
// on the Node of this process, so a range is accepted that some runtime satisfies.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');

exports.module = 'lib/deploy/functions/runtimes/node/parseRuntimeAndValidateSDK.js';

exports.expected = {
  'getRuntimeChoice(sourceDir, runtimeFromConfig) that prefers runtimeFromConfig': ({ getRuntimeChoice }) =>
    getRuntimeChoice.length === 2 && getRuntimeChoice('/no-such-folder', 'nodejs24') === 'nodejs24',
};

/**
 * The runtime that a range stands for: that of this process where the range has it, otherwise the
 * newest one; undefined for a single version, which firebase-tools reads itself, and for a range
 * without a runtime.
 */
function runtimeOfRange(range, { runtimes, semver }) {
  if (typeof range !== 'string' || /^\d+$/.test(range) || semver.validRange(range) === null) return undefined;
  const host = semver.major(process.versions.node);
  const majors = Object.keys(runtimes)
    .flatMap((name) => /^nodejs(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((left, right) => Number(right === host) - Number(left === host) || right - left);
  const major = majors.find((each) => semver.intersects(range, `${each}.x`));
  return major === undefined ? undefined : `nodejs${major}`;
}

exports.apply = (runtimeChoice, load) => {
  const { getRuntimeChoice } = runtimeChoice;
  const named = new Set();
  runtimeChoice.getRuntimeChoice = (sourceDir, runtimeFromConfig) => {
    const range = runtimeFromConfig ? undefined : readRange(sourceDir);
    const runtime = runtimeOfRange(range, {
      runtimes: load('../supported').RUNTIMES,
      semver: load('semver'),
    });
    if (runtime === undefined) return getRuntimeChoice(sourceDir, runtimeFromConfig);
    // Once, and not with each reload.
    if (!named.has(sourceDir)) {
      const version = runtime.slice('nodejs'.length);
      load('../../../../utils').logLabeledWarning(
        'functions',
        `engines of package.json have the range "${range}", read as ${runtime}; a deployment wants one version, such as "${version}".`,
      );
    }
    named.add(sourceDir);
    return runtime;
  };
};

/**
 * What package.json says; undefined where firebase-tools has to say what is wrong with the file.
 */
function readRange(sourceDir) {
  try {
    return JSON.parse(readFileSync(join(sourceDir, 'package.json'), 'utf8')).engines?.node?.trim();
  } catch {
    return undefined;
  }
}
