import type {
  CreditResponse,
  GiveCreditRequest,
  IssueGiftCardRequest,
  IssueGiftCardResponse,
} from '@savepoint/model/credit-changes';
import { adminApi, call } from './admin-endpoints.ts';

const creditAdminApi = adminApi.enhanceEndpoints({ addTagTypes: ['Credit'] }).injectEndpoints({
  endpoints: (build) => ({
    giveCredit: build.mutation<CreditResponse, GiveCreditRequest>({
      query: call('giveCredit'),
      invalidatesTags: ['Credit', 'Audit'],
    }),
    issueGiftCard: build.mutation<IssueGiftCardResponse, IssueGiftCardRequest>({
      query: call('issueGiftCard'),
      invalidatesTags: ['Audit'],
    }),
  }),
});

export const { useGiveCreditMutation, useIssueGiftCardMutation } = creditAdminApi;
