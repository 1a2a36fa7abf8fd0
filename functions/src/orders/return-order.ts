// Returns: units of an order that its shopper sends back for another size, store credit or money.
// Decision, stock and money are one transaction; the other size is taken out of the stock on
// approval, and its order is created on receipt.
import { unitsRefunded } from '@savepoint/model/line-amounts';
import type { ReturnedUnits } from '@savepoint/model/order';
import {
  type ChangeReturnRequest,
  type RequestReturnRequest,
  type ReturnResponse,
  refundedSoFar,
  type Units,
} from '@savepoint/model/order-changes';
import {
  exchangedUnits,
  lineName,
  openReturnOf,
  returnProblem,
  returnValueCents,
} from '@savepoint/model/order-return';
import { returnInstructionsProblem } from '@savepoint/model/return-instructions';
import {
  canChangeReturn,
  RETURN_OUTCOME_NAMES,
  RETURN_REASON_NAMES,
  type ReturnState,
} from '@savepoint/model/return-status';
import { isReturnTooLate, RETURN_DAYS } from '@savepoint/model/return-window';
import { splitRefund } from '@savepoint/model/store-credit';
import { httpsError } from '../callable/https-error.ts';
import { orderAccount } from '../credit/ledger.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { NO_SUCH_ORDER } from './change-order.ts';
import { exchangeOrderIdOf, writeExchangeOrder } from './exchange-order.ts';
import type { OrderContext, Shopper, StaffMember } from './order-context.ts';
import { sendRefundsOf } from './process-refund-outbox.ts';
import { orderPath, reservationPath, type StoredOrder, type StoredReturn, userPath } from './records.ts';
import { requireSent, requireUnits, withoutUnits } from './refund-order.ts';
import { takeLines } from './stock.ts';
import {
  moveOf,
  type OrderAggregate,
  readOrderAggregate,
  refundableOf,
  refundCard,
  returnCredit,
  returnUnits,
  withCredit,
  writeTransition,
} from './transition-order.ts';

/** The reason of a refund, as shown to the shopper. */
const RECEIVED = 'We have received your return.';

/**
 * Requests a return of units of the shopper's own order. Rejects with not-found, with
 * failed-precondition for units that cannot be returned, a size that is sold out, or an order that
 * was delivered more than RETURN_DAYS ago, and with aborted if the order has another return since.
 */
export async function requestReturn(
  context: OrderContext,
  shopper: Shopper,
  request: RequestReturnRequest,
): Promise<ReturnResponse> {
  const at = context.now();
  return context.store.runTransaction(async (transaction) => {
    const found = await readOrderAggregate(transaction, request.orderId);
    // The same error for another user's order, so that ids reveal nothing.
    if (found === null || found.order.userId !== shopper.uid) throw httpsError('not-found', NO_SUCH_ORDER);
    if (isReturnTooLate(found.order.timeline, at))
      throw httpsError(
        'failed-precondition',
        `Returns end ${RETURN_DAYS} days after delivery. Please contact us if something is wrong with your order.`,
      );
    const text = request.comment;
    const added = await newReturn(found, request, { state: 'requested', at, actor: 'shopper', text });
    writeReturn(transaction, found, added, at);
    return { orderId: request.orderId, number: added.number, sent: true };
  });
}

/**
 * Applies staff's decision about a return, and writes the audit log. Rejects with not-found; with
 * invalid-argument for instructions without an address and for units that are not in the return;
 * with failed-precondition for a return in another state, a size that is sold out, or units that
 * cannot be returned or restocked; and with aborted while a refund is under way or if the order has
 * another return since.
 */
export async function changeReturn(
  context: OrderContext,
  admin: StaffMember,
  request: ChangeReturnRequest,
): Promise<ReturnResponse> {
  const { orderId } = request;
  const problem = 'instructions' in request ? returnInstructionsProblem(request.instructions) : undefined;
  if (problem !== undefined) throw httpsError('invalid-argument', problem, { field: 'instructions' });
  const at = context.now();
  const { changed, found } = await context.store.runTransaction(async (transaction) => {
    const found = await readOrderAggregate(transaction, orderId);
    if (found === null) throw httpsError('not-found', NO_SUCH_ORDER);
    const done =
      request.action === 'receive'
        ? await receive(transaction, found, request, { at, email: admin.email })
        : await decide(transaction, found, request, { at, email: admin.email });
    const { number, state, units, reason, outcome, events } = done;
    const names = units.map((each) => {
      const line = found.order.lines.find(({ id, size }) => id === each.id && size === each.size);
      return `${each.quantity} × ${lineName({ name: line?.name ?? each.id, size: each.size })}`;
    });
    transaction.set(`audit/${at.getTime()}-return-${orderId}`, {
      at: at.toISOString(),
      uid: admin.uid,
      ...(admin.email === undefined ? {} : { email: admin.email }),
      action: 'changeReturn',
      target: orderPath(orderId),
      summary: [
        `Return ${number} ${state}: ${names.join(', ')}`,
        `${RETURN_REASON_NAMES[reason]}, ${RETURN_OUTCOME_NAMES[outcome].toLowerCase()}`,
        done.restocked === undefined ? '' : done.restocked ? 'restocked' : 'not restocked',
        events.at(-1)?.text ?? '',
      ]
        .filter((part) => part !== '')
        .join('; '),
    });
    return { changed: done, found };
  });
  try {
    if (changed.state === 'received') await sendRefundsOf(context, found);
  } catch (error) {
    // It is in the outbox: `expireOrders` sends it.
    context.warn('refund-not-sent', { orderId }, error);
  }
  const order = await context.store.get<StoredOrder>(orderPath(orderId));
  const refunds = [order?.refund, ...Object.values(order?.extraRefunds ?? {})];
  const { number, exchangeOrderId } = changed;
  return {
    orderId,
    number,
    ...(exchangeOrderId !== undefined && { exchangeOrderId }),
    sent: refunds.every((refund) => refund === undefined || refund.state === 'sent'),
  };
}

/** A change of a return's state. */
type Event = Omit<StoredReturn['events'][number], 'text'> & { readonly text?: string | undefined };

const toEvent = ({ text, ...event }: Event) => ({ ...event, ...(text !== undefined && { text }) });

/** A return of an order's units, with its first event; an approved one takes its units. */
async function newReturn(
  { id, order, stock }: OrderAggregate,
  request: Pick<RequestReturnRequest, 'units' | 'reason' | 'outcome' | 'returns'>,
  event: Event,
  email?: string,
): Promise<StoredReturn> {
  const returns = order.returns ?? [];
  if (returns.length !== request.returns)
    throw httpsError(
      'aborted',
      'A return of this order was requested in the meantime. Please check it before you start another one.',
    );
  const problem = returnProblem(order, request);
  if (problem !== undefined) throw httpsError('failed-precondition', problem, { field: 'units' });
  const { units, reason, outcome } = request;
  if (outcome === 'exchange') {
    // A requested return writes no units: it is only a question.
    const move = moveOf(id, 'exchanged', { at: event.at, actor: 'admin', email });
    const missing = await takeLines(stock, exchangedUnits(units), { id, move });
    if (missing !== undefined)
      throw httpsError(
        'failed-precondition',
        `${missing} Choose another size, or something else than an exchange.`,
        {
          field: 'units',
        },
      );
  }
  const number = returns.length + 1;
  return { number, state: event.state, units, reason, outcome, events: [toEvent(event)] };
}

/** The return; throws if staff may not change it from its state to `to`. */
function requireReturn({ order }: OrderAggregate, number: number, to: ReturnState): StoredReturn {
  const found = order.returns?.find((each) => each.number === number);
  if (found === undefined) throw httpsError('not-found', 'There is no such return.');
  if (!canChangeReturn(found.state, to, 'admin'))
    throw httpsError(
      'failed-precondition',
      `This return is ${found.state} and cannot become ${to} anymore.`,
      {
        state: found.state,
      },
    );
  return found;
}

type Decision = Exclude<ChangeReturnRequest, { action: 'receive' }>;

/** The member of staff who decides, and the time. */
interface Decider {
  readonly at: Date;
  readonly email: string | undefined;
}

/** Writes a decision before the units have arrived, and the units of the other size. */
async function decide(
  transaction: DocumentTransaction,
  found: OrderAggregate,
  request: Decision,
  { at, email }: Decider,
): Promise<StoredReturn> {
  const { id, stock } = found;
  const move = moveOf(id, 'exchanged', { at, actor: 'admin', email });
  const eventOf = (state: ReturnState, text: string) => ({ state, at, actor: 'admin' as const, text });
  const changed = await (async (): Promise<StoredReturn> => {
    switch (request.action) {
      case 'start':
        return newReturn(found, request, eventOf('approved', request.instructions), email);
      case 'approve': {
        const before = requireReturn(found, request.number, 'approved');
        const outcome = request.outcome ?? before.outcome;
        const missing =
          outcome === 'exchange'
            ? await takeLines(stock, exchangedUnits(before.units), { id, move })
            : undefined;
        if (missing !== undefined)
          throw httpsError(
            'failed-precondition',
            `${missing} Give store credit or the money instead, or decline and say why.`,
            { field: 'outcome' },
          );
        return { ...withEvent(before, eventOf('approved', request.instructions)), outcome };
      }
      case 'decline':
        return withEvent(
          requireReturn(found, request.number, 'declined'),
          eventOf('declined', request.reason),
        );
      case 'close':
        return withEvent(requireReturn(found, request.number, 'closed'), eventOf('closed', request.reason));
    }
  })();
  writeReturn(transaction, found, changed, at);
  if (changed.outcome === 'exchange') {
    const units = exchangedUnits(changed.units);
    if (changed.state === 'approved') stock.write();
    if (changed.state === 'closed') returnUnits(stock, id, units, move);
  }
  return changed;
}

const withEvent = (before: StoredReturn, event: Event): StoredReturn => ({
  ...before,
  state: event.state,
  events: [...before.events, toEvent(event)],
});

/** Receives units, and gives the shopper their value. */
async function receive(
  transaction: DocumentTransaction,
  found: OrderAggregate,
  request: Extract<ChangeReturnRequest, { action: 'receive' }>,
  { at, email }: Decider,
): Promise<StoredReturn> {
  const { id, order } = found;
  const before = requireReturn(found, request.number, 'received');
  const { number, outcome } = before;
  const units = receivedUnits(before, request.units);
  const aggregate = outcome === 'credit' ? await withCredit(transaction, found) : found;
  const hasAccount = (await transaction.get(userPath(order.userId))) !== null;
  const isByHand = outcome === 'refund' && order.paidBy !== undefined;
  const left = refundableOf(found);
  // Units that were not paid here have the same value.
  const leftCents =
    outcome === 'refund' && !isByHand
      ? left.cardCents + left.creditCents
      : Math.max(0, order.totalCents - refundedSoFar(order));
  const valueCents = returnValueCents(order, units, leftCents);
  const parts = isByHand
    ? { cardCents: 0, creditCents: 0 }
    : splitRefund(left, valueCents, outcome === 'refund' ? 'payment' : 'credit');
  if (parts.cardCents > 0) requireSent(found);
  const plain: Units[] = units.map(({ exchangeSize: _, ...each }) => each);
  const { restock } = request;
  writeUnits(transaction, found, {
    ...{ came: plain, missing: missingUnits(before, units), restock, at, email },
  });
  const exchangeOrderId = outcome === 'exchange' ? exchangeOrderIdOf(id, order, number) : undefined;
  const changed: StoredReturn = {
    ...withEvent(before, { state: 'received', at, actor: 'admin' }),
    ...{ units, valueCents, restocked: request.restock },
    ...(exchangeOrderId !== undefined && { exchangeOrderId }),
  };
  const refund = {
    ...{ at, amountCents: valueCents, reason: RECEIVED, refunded: plain, returnNumber: number },
    ...(parts.creditCents > 0 && { creditCents: parts.creditCents }),
    ...(request.restock && { units: plain }),
  };
  const fields = {
    ...returnFields(order, changed),
    partialRefunds: [...(order.partialRefunds ?? []), refund],
    ...(request.restock && {
      restocked: [...(order.restocked ?? []), ...plain.map((each) => ({ ...each, status: order.status }))],
    }),
  };
  const isEverything =
    valueCents > 0 &&
    valueCents === leftCents &&
    order.lines.every((line) => unitsRefunded(fields, line) === line.quantity);
  if (isEverything && (outcome === 'refund' || (outcome === 'credit' && order.paidBy === undefined))) {
    const refundTo = outcome === 'credit' ? 'credit' : undefined;
    writeTransition(transaction, aggregate, {
      to: 'refunded',
      actor: 'admin',
      ...{ at, reason: RECEIVED, refundTo, fields },
    });
    return changed;
  }
  if (parts.cardCents > 0) refundCard(transaction, found, parts.cardCents, { reason: RECEIVED, at });
  const credited = returnCredit(transaction, aggregate, parts.creditCents, {
    ...{ at, kind: exchangeOrderId === undefined ? 'refunded' : 'exchanged', reason: RECEIVED },
    ...(exchangeOrderId !== undefined && { to: orderAccount(exchangeOrderId) }),
  });
  transaction.update(orderPath(id), { ...credited, ...fields, updatedAt: at });
  if (exchangeOrderId !== undefined)
    writeExchangeOrder(transaction, found, {
      ...{ id: exchangeOrderId, number, units, valueCents, at, hasAccount },
    });
  return changed;
}

const isOf =
  ({ id, size }: Pick<Units, 'id' | 'size'>) =>
  (other: Pick<Units, 'id' | 'size'>) =>
    other.id === id && other.size === size;

/** The returned units that arrived. Throws for others, and for more than the return has. */
function receivedUnits({ units }: StoredReturn, came: readonly Units[]): ReturnedUnits[] {
  return came.map((each, index) => {
    const returned = units.find(isOf(each));
    if (returned === undefined || returned.quantity < each.quantity || came.findIndex(isOf(each)) !== index)
      throw httpsError('invalid-argument', `At most ${returned?.quantity ?? 0} of this item can come back.`, {
        field: `units.${index}`,
      });
    return { ...returned, quantity: each.quantity };
  });
}

/** The units of the other size for those that did not arrive. */
function missingUnits({ units, outcome }: StoredReturn, came: readonly ReturnedUnits[]): Units[] {
  if (outcome !== 'exchange') return [];
  const missing = units.map((each) => ({
    ...each,
    quantity: each.quantity - (came.find(isOf(each))?.quantity ?? 0),
  }));
  return exchangedUnits(missing.filter(({ quantity }) => quantity > 0));
}

/**
 * Removes received units from what the order holds, and restocks them if they can be sold again,
 * together with units of the other size that are not sent.
 */
function writeUnits(
  transaction: DocumentTransaction,
  found: OrderAggregate,
  units: {
    readonly came: readonly Units[];
    readonly missing: readonly Units[];
    readonly restock: boolean;
  } & Decider,
): void {
  const { came, missing, restock } = units;
  const { id, stock } = found;
  const reservation = restock
    ? requireUnits(found, came)
    : found.reservation && withoutUnits(found.reservation, came);
  if (reservation !== null) transaction.set(reservationPath(found.id), reservation);
  const by = { ...units, actor: 'admin' } as const;
  if (restock) returnUnits(stock, id, came, moveOf(id, 'returned', by));
  returnUnits(stock, id, missing, moveOf(id, 'exchanged', by));
}

/** The order's fields that include the updated return. */
function returnFields(
  order: StoredOrder,
  changed: StoredReturn,
): Pick<StoredOrder, 'returns' | 'openReturn'> {
  const others = (order.returns ?? []).filter(({ number }) => number !== changed.number);
  const returns = [...others, changed].sort((a, b) => a.number - b.number);
  return { returns, openReturn: openReturnOf({ returns }) };
}

function writeReturn(
  transaction: DocumentTransaction,
  { id, order }: OrderAggregate,
  changed: StoredReturn,
  at: Date,
): void {
  transaction.update(orderPath(id), { ...returnFields(order, changed), updatedAt: at });
}
