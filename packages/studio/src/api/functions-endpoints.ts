import { stackApi } from './stack-api.ts';

/** A function that the Functions emulator has loaded. */
export interface LoadedFunction {
  readonly name: string;
  /** The id in its URL and in the names of its triggers: `group-name` for `group.name`. */
  readonly id: string;
  readonly region: string;
  /** The trigger: "callable", "https", "every 5 minutes", "document.created orders/{id}". */
  readonly trigger: string;
  readonly kind: 'https' | 'callable' | 'schedule' | 'event';
  readonly schedule: string | undefined;
  /** The pattern of triggering documents, such as `orders/{id}`. */
  readonly document?: string;
}

/** An event sent to a document trigger. */
export interface SentEvent {
  readonly id: string;
  /** Such as `us-central1-onReview-0`. */
  readonly trigger: string;
  readonly path: string;
  readonly databaseId: string;
  readonly change: 'create' | 'update' | 'delete';
  readonly time: string;
}

/** The displayed fields of a function definition in firebase-tools' `/backends`. */
interface Definition {
  readonly entryPoint: string;
  readonly region?: string;
  readonly httpsTrigger?: object;
  readonly callableTrigger?: object;
  readonly labels?: Readonly<Record<string, string>>;
  readonly schedule?: { readonly schedule?: string; readonly timeZone?: string | null };
  readonly taskQueueTrigger?: object;
  readonly blockingTrigger?: { readonly eventType?: string };
  readonly eventTrigger?: {
    readonly eventType?: string;
    readonly resource?: string;
    readonly eventFilters?: Readonly<Record<string, string>>;
    readonly eventFilterPathPatterns?: Readonly<Record<string, string>>;
  };
}

/** Functions that are not loaded, with the reason. */
interface UnloadedCodebase {
  readonly codebase: string;
  readonly reason: string;
  readonly remedy: string;
}

/** The displayed fields of a codebase in firebase-tools' `/backends`. */
interface Backend {
  readonly codebase?: string;
  readonly functionTriggers: readonly Definition[];
  readonly unloaded?: Omit<UnloadedCodebase, 'codebase'>;
}

/** Converts a function definition from `/backends` for the list. */
export function describeFunction(definition: Definition): LoadedFunction {
  const { entryPoint, region = '', schedule, eventTrigger, taskQueueTrigger, blockingTrigger } = definition;
  const base = { name: entryPoint, id: entryPoint.replaceAll('.', '-'), region, schedule: undefined };
  if (schedule?.schedule !== undefined) {
    const zone = schedule.timeZone ? ` (${schedule.timeZone})` : '';
    return { ...base, kind: 'schedule', trigger: `${schedule.schedule}${zone}`, schedule: schedule.schedule };
  }
  if (eventTrigger !== undefined) {
    const type = (eventTrigger.eventType ?? '')
      .split('.')
      .filter((each) => !/^v\d+$/.test(each))
      .slice(-2)
      .join('.');
    const filters = Object.values({ ...eventTrigger.eventFilterPathPatterns }).join(' ');
    const document =
      eventTrigger.eventFilterPathPatterns?.document ?? eventTrigger.resource?.split('/documents/')[1];
    return {
      ...base,
      kind: 'event',
      trigger: `${type} ${filters || (eventTrigger.resource ?? '')}`.trim(),
      ...(document === undefined ? {} : { document }),
    };
  }
  if (taskQueueTrigger !== undefined) return { ...base, kind: 'event', trigger: 'task queue' };
  if (blockingTrigger !== undefined)
    return { ...base, kind: 'event', trigger: blockingTrigger.eventType ?? 'blocking' };
  const isCallable =
    definition.callableTrigger !== undefined || definition.labels?.['deployment-callable'] === 'true';
  return isCallable
    ? { ...base, kind: 'callable', trigger: 'callable' }
    : { ...base, kind: 'https', trigger: 'https' };
}

const functionsApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getFunctions: build.query<LoadedFunction[], void>({
      query: () => ({ path: 'functions/backends' }),
      transformResponse: ({ backends }: { backends: readonly Backend[] }) =>
        backends
          .flatMap(({ functionTriggers }) => functionTriggers.map(describeFunction))
          .sort((a, b) => a.name.localeCompare(b.name)),
    }),
    getUnloadedFunctions: build.query<UnloadedCodebase[], void>({
      query: () => ({ path: 'functions/backends' }),
      transformResponse: ({ backends }: { backends: readonly Backend[] }) =>
        backends.flatMap(({ codebase = '', unloaded }) =>
          unloaded === undefined ? [] : [{ codebase, ...unloaded }],
        ),
    }),
    /** The last events sent to document triggers, newest first. */
    getSentEvents: build.query<SentEvent[], string>({
      query: (projectId) => ({
        path: `firestore/emulator/v1/projects/${encodeURIComponent(projectId)}/events`,
      }),
      transformResponse: ({ events }: { events: SentEvent[] }) => events,
    }),
    redeliver: build.mutation<unknown, { projectId: string; id: string; traceparent: string }>({
      query: ({ projectId, id, traceparent }) => ({
        path: `firestore/emulator/v1/projects/${encodeURIComponent(projectId)}/events/${id}:redeliver`,
        method: 'POST',
        body: { traceparent },
      }),
    }),
  }),
});

export const {
  useGetFunctionsQuery,
  useGetUnloadedFunctionsQuery,
  useGetSentEventsQuery,
  useRedeliverMutation,
} = functionsApi;
