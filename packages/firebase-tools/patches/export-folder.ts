import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { hasSource, patchModule } from '../patch.ts';

interface HubExportModule {
  readonly HubExport: {
    readonly METADATA_FILE_NAME: string;
    readonly prototype: {
      readonly exportPath: string;
      readonly tmpDir: string;
      exportAll(): Promise<void>;
    };
  };
}

const EXPORT_FOLDER = /^(firestore|database|auth|storage|dataconnect)_export$/;

/** Lets an export replace only an earlier export or an empty folder. */
export const exportFolder = patchModule<HubExportModule>('lib/emulator/hubExport.js', {
  expected: {
    'HubExport.METADATA_FILE_NAME': ({ HubExport }) => typeof HubExport.METADATA_FILE_NAME === 'string',
    'HubExport.exportAll() that replaces this.exportPath with this.tmpDir': ({ HubExport: { prototype } }) =>
      prototype.exportAll.length === 0 &&
      hasSource(prototype.exportAll, /moveSync\(this\.tmpDir, this\.exportPath\)/),
  },
  apply({ HubExport }) {
    const { exportAll } = HubExport.prototype;
    HubExport.prototype.exportAll = async function exportWithoutDataLoss() {
      const problem = findExportProblem(this.exportPath, HubExport.METADATA_FILE_NAME);
      if (problem === undefined) return exportAll.call(this);
      rmSync(this.tmpDir, { recursive: true });
      throw new Error(problem);
    };
  },
});

/** The reason why the export may not replace the existing path, with a remedy, or undefined. */
export function findExportProblem(path: unknown, metadataFile: string): string | undefined {
  const problem = findProblem(path, metadataFile);
  if (problem === undefined) return undefined;
  return `${problem}. Name a folder that does not exist, is empty or holds an earlier export.`;
}

function findProblem(path: unknown, metadataFile: string): string | undefined {
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
