// The filter of the list of orders, as stored in the URL, and its queries.
import { cutText } from '@savepoint/model/cut-text';
import { searchTerm } from '@savepoint/model/order-number';
import { ORDER_STATUSES } from '@savepoint/model/order-status';
import { OPEN_RETURN_STATES } from '@savepoint/model/return-status';
import type { Filter, QueryRequest } from '../../firebase/request.ts';

/** Statuses that require action by the shop. */
const WAITING = ['paid', 'packed'];

/** Views of orders with a return, and the states of that return. */
const RETURN_VIEWS: Readonly<Record<string, readonly string[]>> = {
  returns: OPEN_RETURN_STATES,
  'returns-to-decide': ['requested'],
  'returns-to-receive': ['approved'],
};

/** The view of unpaid orders by staff. */
const UNPAID_BY_STAFF = 'unpaid-by-staff';

export interface OrderFilter {
  /** A number, mail address or name, as typed. */
  readonly text: string;
  /** 'waiting', 'unpaid-by-staff', 'problems', a view of returns, a status, or '' for all. */
  readonly show: string;
  /** Days as yyyy-mm-dd in the operator's time zone; empty for no limit. */
  readonly from: string;
  readonly to: string;
  /** The uid of a customer; empty for all customers. */
  readonly customer: string;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/**
 * Parses the filter in a query string; ignores invalid values. Without parameters, it selects the
 * orders that wait for the shop.
 */
export function parseOrderFilter(search: URLSearchParams): OrderFilter {
  const show = search.get('show') ?? '';
  const [from = '', to = ''] = ['from', 'to'].map((name) => search.get(name) ?? '');
  const views = ['waiting', UNPAID_BY_STAFF, 'problems', 'all', ...Object.keys(RETURN_VIEWS)];
  const isKnown = [...views, ...ORDER_STATUSES].includes(show);
  const customer = search.get('customer') ?? '';
  const text = cutText(search.get('q') ?? '', 100);
  // A search, or a customer's list, includes all orders.
  const byDefault = text === '' && customer === '' ? 'waiting' : '';
  return {
    text,
    show: isKnown ? (show === 'all' ? '' : show) : byDefault,
    from: isDay(from) ? from : '',
    to: isDay(to) ? to : '',
    customer,
  };
}

/** The query string of a filter. */
export function formatOrderFilter({ text, show, from, to, customer }: OrderFilter): Record<string, string> {
  const byDefault = text === '' && customer === '' ? 'waiting' : '';
  const parameters = {
    q: text,
    show: show === byDefault ? '' : show === '' ? 'all' : show,
    from,
    to,
    customer,
  };
  return Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== ''));
}

/** Midnight at the start of a day in the local time zone, `days` later. */
function startOfDay(day: string, days = 0): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days);
}

/**
 * The newest orders of a filter; `after` is the last id of the previous page. A customer's list has
 * all of their orders.
 */
export function ordersQuery(filter: OrderFilter, limit: number, after?: string): QueryRequest {
  const term = searchTerm(filter.text);
  const where: Filter[] = [];
  if (filter.customer !== '') where.push(['userId', '==', filter.customer]);
  else {
    if (term !== '') where.push(['searchTerms', 'array-contains', term]);
    if (filter.show === 'waiting') where.push(['status', 'in', WAITING]);
    else if (filter.show in RETURN_VIEWS) where.push(['openReturn', 'in', RETURN_VIEWS[filter.show]]);
    else if (filter.show === UNPAID_BY_STAFF)
      where.push(['isManual', '==', true], ['status', '==', 'pending']);
    else if (filter.show === 'problems') where.push(['needsAttention', '==', true]);
    else if (filter.show !== '') where.push(['status', '==', filter.show]);
  }
  if (filter.from !== '') where.push(['createdAt', '>=', startOfDay(filter.from)]);
  if (filter.to !== '') where.push(['createdAt', '<', startOfDay(filter.to, 1)]);
  return {
    op: 'query',
    path: 'orders',
    where,
    orderBy: [['createdAt', 'desc']],
    limit,
    ...(after !== undefined && { after }),
    identified: true,
  };
}
