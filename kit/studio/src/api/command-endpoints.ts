import { stackApi } from './stack-api.ts';

/** How a command of the kit ended, with all that it printed. */
interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
}

const commandApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getSnapshots: build.query<string[], void>({
      query: () => ({ path: 'command', method: 'POST', body: { name: 'snapshot', arguments: ['list'] } }),
      transformResponse: ({ ok, output }: CommandResult) => (ok ? output.split('\n').filter(isName) : []),
      providesTags: ['Snapshots'],
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

export const { useGetSnapshotsQuery, useRunCommandMutation } = commandApi;
