import type { DoneResponse } from '@savepoint/model/callables';
import type { ManualOrderRequest, ManualOrderResponse } from '@savepoint/model/manual-order';
import type { EditOrderRequest, EditOrderResponse, WithdrawEditRequest } from '@savepoint/model/order-edit';
import { adminApi, call } from './admin-endpoints.ts';

const orderEditApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** Without `expectedTotalCents`, it only previews an edit. */
    editOrder: build.mutation<EditOrderResponse, EditOrderRequest>({
      query: call('editOrder'),
      invalidatesTags: (response) => {
        // A rejected edit often means that the browser's stock is stale.
        if (response === undefined) return ['Product'];
        return response.state === 'preview' ? [] : ['Order', 'Product', 'Audit'];
      },
    }),
    /** Without `expectedTotalCents`, it only previews the price. */
    placeManualOrder: build.mutation<ManualOrderResponse, ManualOrderRequest>({
      query: call('placeManualOrder'),
      invalidatesTags: (response) => {
        if (response === undefined) return ['Product'];
        return response.orderId === undefined ? [] : ['Order', 'Product', 'Audit'];
      },
    }),
    withdrawEdit: build.mutation<DoneResponse, WithdrawEditRequest>({
      query: call('withdrawEdit'),
      invalidatesTags: ['Order', 'Product', 'Audit'],
    }),
  }),
});

export const { useEditOrderMutation, usePlaceManualOrderMutation, useWithdrawEditMutation } = orderEditApi;
