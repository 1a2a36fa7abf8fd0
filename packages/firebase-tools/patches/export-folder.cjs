// An export deletes the folder that it is to write to, whatever is in it. This lets it replace an
// earlier export or an empty folder only.
const { lstatSync, readdirSync, rmSync, statSync } = require('node:fs');
const { dirname, isAbsolute } = require('node:path');

exports.module = 'lib/emulator/hubExport.js';

const EXPORT_FOLDER = /^(firestore|database|auth|storage|dataconnect)_export$/;

exports.expected = {
  'HubExport.METADATA_FILE_NAME': ({ HubExport }) => typeof HubExport.METADATA_FILE_NAME === 'string',
  'HubExport.exportAll() that replaces this.exportPath with this.tmpDir': ({ HubExport }) => {
    const { exportAll } = HubExport.prototype;
    return exportAll.length === 0 && /moveSync\(this\.tmpDir, this\.exportPath\)/.test(exportAll);
  },
};

exports.apply = ({ HubExport }) => {
  const { exportAll } = HubExport.prototype;
  HubExport.prototype.exportAll = async function exportWithoutDataLoss() {
    const problem = findExportProblem(this.exportPath, HubExport.METADATA_FILE_NAME);
    if (problem === undefined) return exportAll.call(this);
    rmSync(this.tmpDir, { recursive: true });
    throw new Error(problem);
  };
};

/** Why the export may not replace what is at the path, and what to do, or undefined. */
function findExportProblem(path, metadataFile) {
  const problem = findProblem(path, metadataFile);
  if (problem === undefined) return undefined;
  return `${problem}. Name a folder that does not exist, is empty or holds an earlier export.`;
}

function findProblem(path, metadataFile) {
  if (typeof path !== 'string' || !isAbsolute(path)) {
    return `The export path ${JSON.stringify(path)} is not an absolute path`;
  }
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) {
    const parent = dirname(path);
    const isFolder = statSync(parent, { throwIfNoEntry: false })?.isDirectory();
    return isFolder ? undefined : `${parent}, which is to contain the export, is not a folder`;
  }
  if (!stats.isDirectory()) return `${path} is not a folder`;
  const names = readdirSync(path);
  if (names.length === 0) return undefined;
  if (!names.includes(metadataFile)) return `${path} holds files that are not an export`;
  const other = names.find((name) => name !== metadataFile && !EXPORT_FOLDER.test(name));
  return other === undefined ? undefined : `${path} holds ${other}, which is not part of an export`;
}

exports.findExportProblem = findExportProblem;
