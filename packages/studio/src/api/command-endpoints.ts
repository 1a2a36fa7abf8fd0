import { stackApi } from './stack-api.ts';

/** The exit status of a kit command, with its complete output. */
interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
}

/** A scheduled function in the output of `savepoint schedule --json`. */
interface ScheduledRun {
  readonly name: string;
  /** ISO 8601; null if the schedule cannot run here. */
  readonly next: string | null;
}

const commandApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getSnapshots: build.query<string[], void>({
      query: () => ({ path: 'command', method: 'POST', body: { name: 'snapshot', arguments: ['list'] } }),
      transformResponse: ({ ok, output }: CommandResult) => (ok ? output.split('\n').filter(isName) : []),
      providesTags: ['Snapshots'],
    }),
    /** The next run of each scheduled function. None if the functions are not loaded. */
    getSchedules: build.query<ScheduledRun[], void>({
      query: () => ({ path: 'command', method: 'POST', body: { name: 'schedule', arguments: ['--json'] } }),
      transformResponse: ({ ok, output }: CommandResult) =>
        ok ? (JSON.parse(output) as ScheduledRun[]) : [],
    }),
    runCommand: build.mutation<CommandResult, { name: string; arguments: readonly string[] }>({
      query: (body) => ({ path: 'command', method: 'POST', body }),
      invalidatesTags: ['Accounts', 'Codes', 'Document', 'Collections', 'Snapshots', 'Servers'],
    }),
  }),
});

/** The kit prints a sentence when there are no snapshots. */
function isName(line: string): boolean {
  return /^[\w.-]+$/.test(line);
}

export const { useGetSnapshotsQuery, useGetSchedulesQuery, useRunCommandMutation } = commandApi;
