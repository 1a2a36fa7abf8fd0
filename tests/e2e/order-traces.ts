// Reads the traces of orders placed in browsers from the event log.
import { query } from '../event-log/event-log.ts';

export interface TracedOrder {
  readonly orderId: string;
  /**
   * The gap in its trace; undefined if the trace is connected from the action in the browser to its
   * last span.
   */
  readonly problem: string | undefined;
  /** True if it was paid, so that its trace must lead to the email. */
  readonly isPaid: boolean;
}

interface OrderRow {
  readonly traceId: string;
  readonly spanId: string;
  readonly path: string;
  readonly isPaid: number;
  readonly mailSpanId: string | null;
}

interface SpanOfTrace {
  readonly id: string;
  readonly parent: string | null;
  readonly name: string;
  readonly service: string;
}

/**
 * The event log deletes old rows; traces that began around the time of the oldest rows are
 * incomplete.
 */
const EVICTION_MARGIN_MS = 600_000;
const ordersSince = (startedAtMs: number) => `
  WITH changes AS MATERIALIZED (
    SELECT spans.trace_id, spans.span_id, spans.start_ms, event.value ->> '$.name' AS change,
      event.value ->> '$.attributes.path' AS path, event.value ->> '$.attributes.after' AS after
    FROM spans, json_each(spans.events) AS event WHERE spans.name = 'apply commit'
  )
  SELECT trace_id AS traceId, span_id AS spanId, path,
    EXISTS (SELECT 1 FROM changes AS later WHERE later.path = created.path
      AND json_extract(later.after, '$.status.stringValue') = 'paid') AS isPaid,
    (SELECT mail.span_id FROM changes AS mail
      WHERE mail.change = 'create' AND mail.path = 'mail/' || substr(created.path, 8) || '-paid') AS mailSpanId
  FROM changes AS created
  WHERE start_ms >= ${startedAtMs} AND change = 'create' AND path GLOB 'orders/*' AND path NOT GLOB 'orders/*/*'
    AND EXISTS (SELECT 1 FROM spans AS call WHERE call.trace_id = created.trace_id AND call.service = 'functions'
      AND call.name = 'createOrder' AND call.attributes ->> '$."user_agent.original"' LIKE 'Mozilla%')
    AND start_ms > coalesce((SELECT min(start_ms) + ${EVICTION_MARGIN_MS} FROM spans WHERE EXISTS
      (SELECT 1 FROM logs WHERE service = 'event-log' AND body LIKE 'The oldest rows were deleted%')), 0)`;
const SPANS =
  'SELECT span_id AS id, parent_span_id AS parent, name, service FROM spans WHERE trace_id = ? LIMIT 10000';

/**
 * All orders that `createOrder` has created for browsers since a time, with the problems of their
 * traces.
 */
export async function readOrderTraces(startedAtMs: number): Promise<TracedOrder[]> {
  const orders = await query<OrderRow>(ordersSince(startedAtMs));
  return await Promise.all(
    orders.map(async (order) => ({
      orderId: order.path.slice('orders/'.length),
      isPaid: order.isPaid === 1,
      problem: findProblem(order, await query<SpanOfTrace>(SPANS, [order.traceId])),
    })),
  );
}

function findProblem(order: OrderRow, spans: readonly SpanOfTrace[]): string | undefined {
  const byId = new Map(spans.map((span) => [span.id, span]));
  const created = ancestors(byId, order.spanId);
  const first = created.at(-1);
  if (first?.service !== 'browser') {
    return `its creation begins with ${nameOf(first)}, not in the browser: does its file use recordsActions?`;
  }
  if (order.isPaid !== 1) return undefined;
  if (order.mailSpanId === null) return 'it is paid, and no email is recorded';
  if (!byId.has(order.mailSpanId)) return 'its email is in another trace';
  const mailed = ancestors(byId, order.mailSpanId);
  if (mailed.at(-1)?.id !== first.id) return `its email begins with ${nameOf(mailed.at(-1))}`;
  const names = mailed.map(({ name }) => name);
  const missing = ['stripeWebhook', 'deliver webhook', 'pay checkout session', 'createOrder'].find(
    (name) => !names.includes(name),
  );
  return missing === undefined ? undefined : `the way from its email to the click lacks "${missing}"`;
}

/** A span and its chain of causes, up to the first without a recorded cause. */
function ancestors(byId: ReadonlyMap<string, SpanOfTrace>, id: string): SpanOfTrace[] {
  const found: SpanOfTrace[] = [];
  for (let span = byId.get(id); span !== undefined; span = byId.get(span.parent ?? '')) found.push(span);
  return found;
}

function nameOf(span: SpanOfTrace | undefined): string {
  return span === undefined ? 'nothing' : `"${span.name}" of ${span.service}`;
}
