// Calls every function of any Functions emulator, with input that it rejects or has nothing to do
// for.

interface Trigger {
  readonly name: string;
  readonly region: string;
  readonly platform: 'gcfv1' | 'gcfv2';
  readonly httpsTrigger?: object;
  readonly blockingTrigger?: object;
  readonly schedule?: object;
  readonly eventTrigger?: {
    readonly eventType: string;
    readonly eventFilters?: { readonly database?: string };
  };
}

export interface Call {
  readonly name: string;
  readonly milliseconds: number;
  readonly status: number;
}

/** A function that can be called again and again. */
export interface CallableFunction {
  readonly name: string;
  call(): Promise<Call>;
}

/** @param url of the Functions emulator */
export async function listFunctions(url: string, project: string): Promise<CallableFunction[]> {
  const { backends } = (await (await fetch(`${url}/backends`)).json()) as {
    backends: { functionTriggers: Trigger[] }[];
  };
  const triggers = backends.flatMap(({ functionTriggers }) => functionTriggers);
  return triggers.map((trigger) => ({ name: trigger.name, call: () => time(url, project, trigger) }));
}

async function time(url: string, project: string, trigger: Trigger): Promise<Call> {
  const { name, region, eventTrigger } = trigger;
  const path =
    eventTrigger === undefined
      ? `${project}/${region}/${name}`
      : `functions/projects/${project}/triggers/${region}-${name}-0`;
  const { type, body } = inputOf(trigger, project);
  const startedAt = performance.now();
  const response = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: JSON.stringify(body),
    redirect: 'manual',
  });
  await response.arrayBuffer();
  return { name, milliseconds: performance.now() - startedAt, status: response.status };
}

function inputOf(
  { platform, schedule, eventTrigger }: Trigger,
  project: string,
): { type: string; body: object } {
  if (eventTrigger === undefined || (schedule !== undefined && platform === 'gcfv2')) {
    return { type: 'application/json', body: { data: null } };
  }
  const { eventType, eventFilters } = eventTrigger;
  const time = '2026-01-01T00:00:00Z';
  if (platform === 'gcfv1') {
    const context = { eventId: 'bench', timestamp: time, eventType, resource: { name: 'bench' } };
    return { type: 'application/json', body: { context, data: { uid: 'bench', metadata: {} } } };
  }
  const database = eventFilters?.database ?? '(default)';
  return {
    type: 'application/cloudevents+json',
    body: {
      ...{ specversion: '1.0', id: 'bench', type: eventType, time, subject: 'documents/bench/bench' },
      ...{ source: `//firestore.googleapis.com/projects/${project}/databases/${database}` },
      ...{ project, database, namespace: '(default)', document: 'bench/bench', location: 'nam5' },
      datacontenttype: 'application/json',
      data: {},
    },
  };
}
