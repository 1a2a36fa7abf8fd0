import { setImmediate } from 'node:timers/promises';
import { ListenClient } from './listen-client.ts';
import { AssignedTimes, normalizeResponse } from './normalize-response.ts';
import { DOCUMENTS, type Json, type Outcome, type ParityCase, type RequestStep } from './parity-case.ts';
import type { Server, ServerResponse } from './server.ts';

/** Values of earlier responses that later requests of the case refer to. */
class SavedValues {
  readonly #values = new Map<string, string>();

  save(step: number, response: Json): void {
    const message = (Array.isArray(response) ? response[0] : response) as {
      readonly [key: string]: Json;
    } | null;
    if (typeof message !== 'object' || message === null) return;
    const { transaction, commitTime, nextPageToken } = message;
    for (const [name, value] of Object.entries({ transaction, time: commitTime, token: nextPageToken })) {
      if (typeof value === 'string') this.#values.set(`${name}:${step}`, value);
    }
  }

  /**
   * `text` with its references replaced; a reference to a failed step becomes an arbitrary valid
   * value.
   */
  fill(text: string): string {
    return text.replace(/\{(transaction|time|token):(\d+)\}/g, (_, name: string, step: string) => {
      const value =
        this.#values.get(`${name}:${step}`) ?? (name === 'time' ? '2020-01-01T00:00:00Z' : 'bm9uZQ==');
      return value;
    });
  }

  /** The transactions that were begun. */
  transactions(): string[] {
    return [...this.#values].filter(([name]) => name.startsWith('transaction:')).map(([, value]) => value);
  }

  fillStep(step: RequestStep): RequestStep {
    const text = JSON.stringify(step);
    return text.includes('{t') ? (JSON.parse(this.fill(text)) as RequestStep) : step;
  }
}

interface ErrorBody {
  readonly error?: { readonly status?: string; readonly message?: string };
}

interface Issue {
  readonly description?: string;
  readonly sourcePosition?: { readonly line?: number; readonly column?: number };
}

function isObject(body: Json): body is { readonly [key: string]: Json } {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function toOutcome(
  { status, text }: ServerResponse,
  body: Json,
  projectId: string,
  times: AssignedTimes,
): Outcome {
  if (status === 0) return { status, code: 'NO_RESPONSE' };
  const { error } = ((Array.isArray(body) ? body[0] : body) ?? {}) as ErrorBody;
  if (error !== undefined && error !== null) {
    const message = (error.message ?? '').replaceAll(projectId, '{project}');
    return { status, code: error.status ?? 'UNKNOWN', message };
  }
  if (status >= 400) return { status, code: 'NOT_JSON', message: text.slice(0, 200) };
  if (isObject(body) && Array.isArray(body.issues)) {
    // Warnings about rules are texts, not results.
    const { issues, ...result } = body;
    const lines = (issues as readonly Issue[]).map(
      ({ sourcePosition: { line = 0, column = 0 } = {}, description }) => `L${line}:${column} ${description}`,
    );
    return {
      status,
      code: 'OK',
      message: lines.join('\n'),
      result: normalizeResponse(result, projectId, times),
    };
  }
  return { status, code: 'OK', result: normalizeResponse(body, projectId, times) };
}

function parse(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/**
 * Resolves in a later millisecond: server timestamps have that precision, and those of two requests
 * could otherwise be equal by chance.
 */
async function nextMillisecond(): Promise<void> {
  const now = Date.now();
  while (Date.now() === now) await setImmediate();
}

/**
 * Executes the steps of a case in an empty project of `server`. Rejects with ServerDiedError when
 * it died.
 */
export async function runCase(parityCase: ParityCase, server: Server, projectId: string): Promise<Outcome[]> {
  await server.clear(projectId);
  const times = new AssignedTimes();
  const saved = new SavedValues();
  const outcomes: Outcome[] = [];
  let listeners: ListenClient | undefined;
  try {
    for (const [index, step] of parityCase.steps.entries()) {
      if ('exchange' in step)
        throw new Error('An exchange of exports needs both servers: see exchange-exports.ts.');
      if (!('verb' in step)) {
        listeners ??= new ListenClient(server, projectId);
        outcomes.push(await listeners.execute(step));
        continue;
      }
      await nextMillisecond();
      const response = await server.send(saved.fillStep(step), projectId);
      const body = parse(response.text);
      saved.save(index, body);
      outcomes.push(toOutcome(response, body, projectId, times));
    }
  } finally {
    // An open transaction would lock its documents for the next case.
    for (const transaction of saved.transactions()) {
      await server.send(
        { verb: 'POST', path: `/v1/${DOCUMENTS}:rollback`, body: { transaction } },
        projectId,
      );
    }
    await listeners?.close();
  }
  return outcomes;
}
