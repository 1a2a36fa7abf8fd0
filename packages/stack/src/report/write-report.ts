// The CI report of a run: requests that rules denied, queries without an index, and rules that
// nothing has tested. It is created from the stack's recording.
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { firestoreSpansAreStored, spansAreStored } from '../../../event-log/recording/stored-spans.ts';
import { hostAndPort, serverUrl } from '../config/environment.ts';
import { displayPath } from '../config/json-file.ts';
import type { Project } from '../config/project.ts';
import type { StackRecord } from '../data/reset-data.ts';
import { openQuery } from '../recording/open-query.ts';
import { openRecording } from '../recording/open-recording.ts';
import { canRecord } from '../servers/event-log.ts';
import { UserError } from '../user-error.ts';
import { coverageCases } from './coverage-cases.ts';
import { denialCases } from './denial-cases.ts';
import { githubAnnotations } from './github-annotations.ts';
import { junitXml } from './junit.ts';
import type { ReportCase, ReportSuite } from './report-case.ts';

const JUNIT_FILE = 'junit.xml';
const COVERAGE_FILE = 'rules.lcov';

/** Writes the report of a stack after its command has ended. */
export class StackReport {
  readonly #project: Project;
  readonly #folder: string;

  /**
   * @param folder absolute path of the report's folder
   * @throws UserError when it is not writable, or nothing is recorded
   */
  constructor(project: Project, folder: string) {
    if (!canRecord(project.environment)) {
      throw new UserError(
        '--report needs the event log, which SAVEPOINT_EVENT_LOG=0 turns off',
        'Remove the variable.',
      );
    }
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new UserError(`--report names ${displayPath(folder)}, which cannot be written to: ${code}`);
    }
    this.#project = project;
    this.#folder = folder;
  }

  /**
   * Writes the files. Resolves with lines for the terminal: their paths and, in a GitHub Actions
   * job, annotations.
   * @throws UserError when the event log does not respond
   * @throws Error when Firestore or Storage does not
   */
  async write({ ports, servers }: Pick<StackRecord, 'ports' | 'servers'>): Promise<readonly string[]> {
    const project = this.#project;
    const hasFirestore = servers.includes('firestore');
    const query = openQuery(ports.eventLog);
    await Promise.all([
      hasFirestore && firestoreSpansAreStored(query, hostAndPort(ports.firestore), project.id),
      servers.includes('storage') &&
        spansAreStored(query, 'Storage', `${serverUrl(ports.storage)}/storage/v1/b`),
    ]);
    const recording = openRecording(project, { ports, servers });
    const [denials, advice, coverage] = await Promise.all([
      recording.readDenials(),
      recording.readAdvice(),
      hasFirestore ? this.#readCoverage(ports.firestore) : [],
    ]);
    const suites: readonly ReportSuite[] = [
      { name: 'Denied requests', cases: denialCases(denials) },
      {
        name: 'Missing indexes',
        cases: advice.lints
          .filter(({ name }) => name === 'missing-index')
          .map(({ title, detail, fix, source }) => ({
            name: title,
            file: source?.file ?? 'firestore.indexes.json',
            line: source?.line,
            outcome: 'failed',
            message: detail,
            detail: fix,
          })),
      },
      { name: 'Rules coverage', cases: coverage },
    ];
    writeFileSync(join(this.#folder, JUNIT_FILE), junitXml(suites));
    return [summaryOf(suites, join(this.#folder, JUNIT_FILE)), ...this.#annotations(suites)];
  }

  async #readCoverage(port: number): Promise<ReportCase[]> {
    const { folder, id, firebase } = this.#project;
    const rules = firebase.firestore?.rules;
    if (rules === undefined || !existsSync(rules)) return [];
    const response = await fetch(`${serverUrl(port)}/emulator/v1/projects/${id}:ruleCoverage.lcov`);
    // Google's emulator has no coverage.
    if (!response.ok) return [];
    const lcov = await response.text();
    const file = relative(folder, rules);
    // The emulator reports the path of its copy.
    writeFileSync(join(this.#folder, COVERAGE_FILE), lcov.replace(/^SF:.*$/m, `SF:${file}`));
    return coverageCases(lcov, file, readFileSync(rules, 'utf8'));
  }

  #annotations(suites: readonly ReportSuite[]): string[] {
    const { folder, environment } = this.#project;
    if (environment.GITHUB_ACTIONS !== 'true') return [];
    return githubAnnotations(suites, { project: folder, workspace: environment.GITHUB_WORKSPACE ?? folder });
  }
}

function summaryOf([denied, indexes, coverage]: readonly ReportSuite[], file: string): string {
  const total = coverage?.cases.length ?? 0;
  const covered = coverage?.cases.filter(({ outcome }) => outcome === 'passed').length;
  return [
    `Report: ${denied?.cases.length} denied, ${indexes?.cases.length} without an index,`,
    `${covered} of ${total} allow statements covered (${displayPath(file)}).`,
  ].join(' ');
}
