// The tables of an event log.

/** One row of the table `spans`. Times are milliseconds since 1970, with fractions. */
export interface SpanRow {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_span_id: string | null;
  readonly name: string;
  readonly kind: SpanKind;
  /** The resource attribute `service.name`. */
  readonly service: string;
  readonly start_ms: number;
  /** Null while the span is open. */
  readonly end_ms: number | null;
  readonly status: 'unset' | 'ok' | 'error';
  readonly status_message: string | null;
  /** JSON object. */
  readonly attributes: string;
  /** JSON array of `{name, time_ms, attributes}`. */
  readonly events: string;
}

export type SpanKind = 'unspecified' | 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** One row of the table `logs`, without the id that the database assigns. */
export interface LogRow {
  readonly time_ms: number;
  readonly trace_id: string | null;
  readonly span_id: string | null;
  readonly service: string;
  readonly severity: string;
  readonly body: string;
  /** JSON object. */
  readonly attributes: string;
}

/** A row of `logs` as it is stored. */
export interface StoredLogRow extends LogRow {
  readonly id: number;
}
