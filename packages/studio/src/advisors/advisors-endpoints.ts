import type { Advice } from 'savepoint-event-log/recording/advice';
import { stackApi } from '../api/stack-api.ts';
import { parseAdvice } from './advice.ts';

const advisorsApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getAdvice: build.query<Advice, void>({
      query: () => ({ path: 'command', method: 'POST', body: { name: 'advise', arguments: ['--json'] } }),
      transformResponse: ({ output }: { output: string }) => parseAdvice(output),
      // The recording grows while another page is open.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useGetAdviceQuery } = advisorsApi;
