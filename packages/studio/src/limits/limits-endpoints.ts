import type { LimitsAdvice } from 'savepoint-event-log/recording/limits';
import { stackApi } from '../api/stack-api.ts';

const limitsApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getLimits: build.query<LimitsAdvice, void>({
      query: () => ({ path: 'command', method: 'POST', body: { name: 'limits', arguments: ['--json'] } }),
      transformResponse: ({ output }: { output: string }) => parseLimits(output),
      // Traffic continues while another page is open.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetLimitsQuery } = limitsApi;

/** @throws Error with the command's output if it is not a report */
function parseLimits(output: string): LimitsAdvice {
  try {
    return JSON.parse(output) as LimitsAdvice;
  } catch {
    throw new Error(output || 'The command printed nothing.');
  }
}
