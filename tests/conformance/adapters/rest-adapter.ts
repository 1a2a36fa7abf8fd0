import {
  AdapterError,
  type ClientAdapter,
  type FoundDocument,
  type NeutralFields,
  type NeutralFilter,
  type NeutralQuery,
  type NeutralValue,
  type NeutralWrite,
  type Operator,
} from '../client-adapter.ts';

type Json = Record<string, unknown>;

const OPERATORS: Readonly<Record<Operator, string>> = {
  '==': 'EQUAL',
  '!=': 'NOT_EQUAL',
  '<': 'LESS_THAN',
  '<=': 'LESS_THAN_OR_EQUAL',
  '>': 'GREATER_THAN',
  '>=': 'GREATER_THAN_OR_EQUAL',
  in: 'IN',
  'not-in': 'NOT_IN',
  'array-contains': 'ARRAY_CONTAINS',
  'array-contains-any': 'ARRAY_CONTAINS_ANY',
};

function toRfc3339(time: readonly number[]): string {
  const [seconds, nanos] = time as [number, number];
  const fraction = String(nanos).padStart(9, '0');
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}.${fraction}Z`;
}

function numberValue(value: number): Json {
  if (Number.isSafeInteger(value) && !Object.is(value, -0)) return { integerValue: String(value) };
  return { doubleValue: Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : String(value) };
}

class RestClient {
  readonly #documents: string;
  readonly #base: string;

  constructor(host: string, projectId: string) {
    this.#documents = `projects/${projectId}/databases/(default)/documents`;
    this.#base = `http://${host}/v1/`;
  }

  documentName(path: string): string {
    return `${this.#documents}/${path}`;
  }

  documentPath(name: string): string {
    return name.slice(this.#documents.length + 1);
  }

  async call(method: string, target: string, body?: unknown): Promise<Json> {
    const url = this.#base + this.#documents + target;
    const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
    const json = (await response.json()) as Json | Json[];
    if (response.ok) return json as Json;
    const { error } = (Array.isArray(json) ? json[0] : json) as {
      error: { status: string; message: string };
    };
    throw new AdapterError(error.status.toLowerCase().replaceAll('_', '-'), error.message);
  }

  toValue(value: NeutralValue): Json {
    if (value === null) return { nullValue: null };
    if (typeof value === 'boolean') return { booleanValue: value };
    if (typeof value === 'string') return { stringValue: value };
    if (typeof value === 'number') return numberValue(value);
    if (Array.isArray(value)) return { arrayValue: { values: value.map((each) => this.toValue(each)) } };
    const tagged = value as Json;
    if ('$number' in tagged) return numberValue(Number(tagged.$number));
    if ('$time' in tagged) return { timestampValue: toRfc3339(tagged.$time as number[]) };
    if ('$bytes' in tagged) return { bytesValue: tagged.$bytes };
    if ('$point' in tagged) {
      const [latitude, longitude] = tagged.$point as number[];
      return { geoPointValue: { latitude, longitude } };
    }
    if ('$reference' in tagged) return { referenceValue: this.documentName(tagged.$reference as string) };
    if ('$vector' in tagged) {
      const values = (tagged.$vector as number[]).map((each) => ({ doubleValue: each }));
      return {
        mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values } } } },
      };
    }
    return { mapValue: { fields: this.toFields(value as NeutralFields) } };
  }

  toFields(fields: NeutralFields): Json {
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, this.toValue(value)]));
  }

  toNeutral(value: Json): NeutralValue {
    const [kind, content] = Object.entries(value)[0] as [string, unknown];
    switch (kind) {
      case 'nullValue':
        return null;
      case 'integerValue':
        return Number(content);
      case 'doubleValue':
        return typeof content === 'string' ? { $number: content } : (content as number);
      case 'timestampValue': {
        const [, fraction = ''] = /\.(\d+)Z$/.exec(content as string) ?? [];
        const seconds = Math.floor(Date.parse(content as string) / 1000);
        return { $time: [seconds, Number(fraction.padEnd(9, '0'))] };
      }
      case 'bytesValue':
        return { $bytes: content as string };
      case 'geoPointValue': {
        const { latitude = 0, longitude = 0 } = content as { latitude?: number; longitude?: number };
        return { $point: [latitude, longitude] };
      }
      case 'referenceValue':
        return { $reference: this.documentPath(content as string) };
      case 'arrayValue':
        return ((content as { values?: Json[] }).values ?? []).map((each) => this.toNeutral(each));
      case 'mapValue':
        return this.toNeutralMap((content as { fields?: Json }).fields ?? {});
      default:
        return content as NeutralValue;
    }
  }

  toNeutralMap(fields: Json): NeutralFields {
    const map = this.toNeutralFields(fields);
    return map.__type__ === '__vector__' ? { $vector: map.value as NeutralValue } : map;
  }

  toNeutralFields(fields: Json): NeutralFields {
    return Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, this.toNeutral(value as Json)]),
    );
  }

  toDocument(document: Json): FoundDocument {
    return {
      path: this.documentPath(document.name as string),
      fields: this.toNeutralFields((document.fields as Json | undefined) ?? {}),
    };
  }

  toFilter(filter: NeutralFilter): Json {
    if ('and' in filter) return this.toCompositeFilter('AND', filter.and);
    if ('or' in filter) return this.toCompositeFilter('OR', filter.or);
    const { field, op } = filter;
    // A field filter compares nothing with null: like the SDKs, this sends a unary filter.
    if (filter.value === null && (op === '==' || op === '!=')) {
      return { unaryFilter: { field: { fieldPath: field }, op: op === '==' ? 'IS_NULL' : 'IS_NOT_NULL' } };
    }
    const isName = field === '__name__' && typeof filter.value === 'string';
    const value = isName
      ? { referenceValue: this.documentName(filter.value as string) }
      : this.toValue(filter.value);
    return { fieldFilter: { field: { fieldPath: field }, op: OPERATORS[op], value } };
  }

  toCompositeFilter(op: 'AND' | 'OR', filters: readonly NeutralFilter[]): Json {
    return { compositeFilter: { op, filters: filters.map((each) => this.toFilter(each)) } };
  }

  /**
   * The protocol has no limitToLast: like the SDKs, this reverses the order, and the caller
   * reverses the results.
   */
  toStructuredQuery(query: NeutralQuery): { parent: string; structuredQuery: Json; isReversed: boolean } {
    const segments = query.collection.split('/');
    const isReversed = query.limitToLast !== undefined;
    const cursor = (values: readonly NeutralValue[] | undefined, before: boolean): Json | undefined =>
      values && { values: values.map((each) => this.toValue(each)), before };
    const start = cursor(query.startAt, true) ?? cursor(query.startAfter, false);
    const end = cursor(query.endAt, false) ?? cursor(query.endBefore, true);
    const flip = (bound: Json | undefined): Json | undefined => bound && { ...bound, before: !bound.before };
    const limit = query.limit ?? query.limitToLast;
    const structuredQuery: Json = {
      from: [{ collectionId: segments.at(-1), allDescendants: query.isGroup === true }],
      ...(query.where?.length && { where: this.toCompositeFilter('AND', query.where) }),
      ...(query.orderBy && {
        orderBy: query.orderBy.map(([fieldPath, direction]) => ({
          field: { fieldPath },
          direction: (direction === 'asc') === isReversed ? 'DESCENDING' : 'ASCENDING',
        })),
      }),
      ...((isReversed ? end : start) && { startAt: isReversed ? flip(end) : start }),
      ...((isReversed ? start : end) && { endAt: isReversed ? flip(start) : end }),
      ...(limit !== undefined && { limit }),
    };
    const parent = segments.length > 1 ? `/${segments.slice(0, -1).join('/')}` : '';
    return { parent: encodeURI(parent), structuredQuery, isReversed };
  }

  toWrite(write: NeutralWrite): Json {
    if ('delete' in write) return { delete: this.documentName(write.delete) };
    const path = 'set' in write ? write.set : write.update;
    const isUpdate = 'update' in write;
    const transforms: Json[] = [];
    const mask: string[] = [];
    const fields: Json = {};
    for (const [name, value] of Object.entries(write.fields)) {
      const tagged = value as { $transform?: string; by?: number; values?: NeutralValue[] } | null;
      const kind = typeof tagged === 'object' && tagged !== null ? tagged.$transform : undefined;
      if (kind === undefined) setField(fields, isUpdate ? name.split('.') : [name], this.toValue(value));
      if (kind === undefined || kind === 'remove') mask.push(name);
      else transforms.push({ fieldPath: name, ...this.toTransform(kind, tagged as never) });
    }
    return {
      update: { name: this.documentName(path), fields },
      ...((isUpdate || ('merge' in write && write.merge)) && { updateMask: { fieldPaths: mask } }),
      ...(transforms.length > 0 && { updateTransforms: transforms }),
      ...(isUpdate && { currentDocument: { exists: true } }),
    };
  }

  toTransform(kind: string, { by, values }: { by: number; values: NeutralValue[] }): Json {
    if (kind === 'serverTime') return { setToServerValue: 'REQUEST_TIME' };
    if (kind === 'increment') return { increment: this.toValue(by) };
    const elements = { values: values.map((each) => this.toValue(each)) };
    return kind === 'union' ? { appendMissingElements: elements } : { removeAllFromArray: elements };
  }
}

function setField(fields: Json, [head, ...rest]: string[], value: Json): void {
  if (rest.length === 0) {
    fields[head as string] = value;
    return;
  }
  fields[head as string] ??= { mapValue: { fields: {} } };
  setField((fields[head as string] as { mapValue: { fields: Json } }).mapValue.fields, rest, value);
}

const cannotListen = async (): Promise<never> => {
  throw new AdapterError('unimplemented', 'plain REST has no listener');
};

/** REST without a library. */
export async function createRestAdapter(host: string, projectId: string): Promise<ClientAdapter> {
  const client = new RestClient(host, projectId);
  const get = async (path: string, transaction?: string): Promise<NeutralFields | null> => {
    const body = { documents: [client.documentName(path)], ...(transaction && { transaction }) };
    const [response] = (await client.call('POST', ':batchGet', body)) as unknown as [{ found?: Json }];
    return response.found === undefined ? null : client.toDocument(response.found).fields;
  };
  return {
    name: 'plain REST',
    canListen: false,
    isOwner: false,
    get: (path) => get(path),
    async write(writes) {
      await client.call('POST', ':commit', { writes: writes.map((each) => client.toWrite(each)) });
    },
    async query(query) {
      const { parent, structuredQuery, isReversed } = client.toStructuredQuery(query);
      const rows = (await client.call('POST', `${parent}:runQuery`, {
        structuredQuery,
      })) as unknown as Json[];
      const documents = rows.flatMap((row) =>
        row.document ? [client.toDocument(row.document as Json)] : [],
      );
      return isReversed ? documents.reverse() : documents;
    },
    async aggregate(query, aggregates) {
      const { parent, structuredQuery } = client.toStructuredQuery(query);
      const aggregations = Object.entries(aggregates).map(([alias, each]) => {
        if (each === 'count') return { alias, count: {} };
        return { alias, [each[0] === 'sum' ? 'sum' : 'avg']: { field: { fieldPath: each[1] } } };
      });
      const body = { structuredAggregationQuery: { structuredQuery, aggregations } };
      const response = await client.call('POST', `${parent}:runAggregationQuery`, body);
      const [{ result }] = response as unknown as [{ result: { aggregateFields: Json } }];
      return client.toNeutralFields(result.aggregateFields);
    },
    async addInTransaction(path, by) {
      for (;;) {
        const { transaction } = await client.call('POST', ':beginTransaction', {});
        try {
          const n = (((await get(path, transaction as string))?.n as number | undefined) ?? 0) + by;
          await client.call('POST', ':commit', {
            transaction,
            writes: [client.toWrite({ set: path, fields: { n } })],
          });
          return n;
        } catch (error) {
          if ((error as AdapterError).code === 'aborted') continue;
          // The documents stay locked until the transaction ends.
          await client.call('POST', ':rollback', { transaction });
          throw error;
        }
      }
    },
    listen: cannotListen,
    awaitSnapshot: cannotListen,
    unlisten: async () => {},
    close: async () => {},
  };
}
