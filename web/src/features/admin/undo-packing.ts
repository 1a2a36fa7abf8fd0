import { orderAdminApi } from './order-endpoints.ts';
import { defineUndo } from './undo.ts';

/** Changes packed orders, by id, back to paid. */
export const undoPacking = defineUndo<readonly string[]>('packing', async (orderIds, dispatch) => {
  for (const orderId of orderIds)
    await dispatch(
      orderAdminApi.endpoints.updateOrder.initiate({ orderId, status: 'paid', reason: 'Packed by mistake' }),
    ).unwrap();
});
