// Tools that read and write documents and accounts as the owner of the project.
import { z } from 'zod';
import type { AgentTools } from './agent-tools.ts';
import { listAccounts } from './list-accounts.ts';
import { listCollections, OPERATORS, pageOf, readDocuments } from './read-documents.ts';
import { type RealtimePlace, readRealtime, writeRealtime } from './realtime-data.ts';
import { writeDocument } from './write-document.ts';

const JSON_TYPES =
  'JSON; other types are objects: {"$timestamp": "2026-01-31T12:00:00Z"}, {"$reference": "projects/..."}, {"$geopoint": {"latitude": 1, "longitude": 2}}, {"$bytes": "AAEC"}, {"$double": 1}';
const SCALAR = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * Registers `read_data`, `list_collections`, `write_data`, `list_accounts`, `read_realtime` and
 * `write_realtime`.
 */
export function registerDataTools(tools: AgentTools): void {
  registerFirestoreTools(tools);
  registerRealtimeTools(tools);
}

const INSTANCE = z.string().min(1).optional().describe('the default instance when absent');

function registerRealtimeTools({ server, respond }: AgentTools): void {
  const placeOf = (projectId: string, path: string, instance = `${projectId}-default-rtdb`) => ({
    path,
    instance,
  });
  const pageOfPlace = ({ path, instance }: RealtimePlace) =>
    `/realtime?${new URLSearchParams({ ns: instance, path })}`;
  server.registerTool(
    'read_realtime',
    {
      description:
        'Read the local Realtime Database as the owner: the children of a path with their values, or its value.',
      inputSchema: z.strictObject({
        path: z.string().default('/').describe('/users/ada'),
        instance: INSTANCE,
        limit: z.number().int().min(1).max(100).default(20),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ path, instance, limit }) =>
      respond(async ({ ports, projectId }) => {
        const place = placeOf(projectId, path, instance);
        return { text: await readRealtime(ports.database, place, limit), page: pageOfPlace(place) };
      }),
  );

  server.registerTool(
    'write_realtime',
    {
      description:
        'Set or update a path of the local Realtime Database as the owner. Rules are skipped; triggers run.',
      inputSchema: z.strictObject({
        path: z.string().min(1).describe('/users/ada'),
        instance: INSTANCE,
        action: z.enum(['set', 'update']).describe('set replaces; update merges the keys of an object'),
        value: z.unknown().describe('JSON; null removes'),
      }),
      annotations: { destructiveHint: true },
    },
    ({ path, instance, action, value }) =>
      respond(async ({ ports, projectId }) => {
        const place = placeOf(projectId, path, instance);
        await writeRealtime(ports.database, place, { action, value: value ?? null });
        return { text: `${path} was written.`, page: pageOfPlace(place) };
      }),
  );
}

function registerFirestoreTools({ server, respond }: AgentTools): void {
  server.registerTool(
    'read_data',
    {
      description:
        'Read Firestore documents of the local stack as the owner: one by its path, or those of a collection.',
      inputSchema: z.strictObject({
        path: z.string().min(1).describe('orders/o1 or orders'),
        where: z
          .array(
            z.strictObject({
              field: z.string(),
              operator: z.enum(Object.keys(OPERATORS) as [keyof typeof OPERATORS]),
              value: z.union([SCALAR, z.array(SCALAR)]),
            }),
          )
          .optional(),
        orderBy: z.string().optional().describe('a field; -field for descending'),
        limit: z.number().int().min(1).max(100).default(10),
      }),
      annotations: { readOnlyHint: true },
    },
    (query) =>
      respond(async ({ ports, projectId }) => {
        const documents = await readDocuments(ports.firestore, projectId, query);
        const lines = documents.map(({ path, fields }) => `${path} ${JSON.stringify(fields)}`);
        const count = `${documents.length} document${documents.length === 1 ? '' : 's'}`;
        return { text: [...lines, count].join('\n'), page: pageOf(query.path) };
      }),
  );

  server.registerTool(
    'list_collections',
    {
      description: 'List the collections of the local Firestore: those of the root, or of a document.',
      inputSchema: z.strictObject({
        path: z.string().min(1).optional().describe('a document, such as orders/o1'),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ path }) =>
      respond(async ({ ports, projectId }) => {
        const ids = await listCollections(ports.firestore, projectId, path);
        return { text: ids.join('\n') || 'There is no collection.', page: '/data' };
      }),
  );

  server.registerTool(
    'write_data',
    {
      description:
        'Set, update or delete a Firestore document of the local stack as the owner. Rules are skipped; triggers run.',
      inputSchema: z.strictObject({
        path: z.string().min(1).describe('orders/o1'),
        action: z
          .enum(['set', 'update', 'delete'])
          .describe('set replaces all fields; update changes the given fields of an existing document'),
        fields: z.record(z.string(), z.unknown()).optional().describe(JSON_TYPES),
      }),
      annotations: { destructiveHint: true },
    },
    ({ path, action, fields }) =>
      respond(async ({ ports, projectId }) => {
        const time = await writeDocument(ports.firestore, projectId, { path, action, fields });
        return { text: `${path} was written at ${time}.`, page: pageOf(path) };
      }),
  );

  server.registerTool(
    'list_accounts',
    {
      description:
        'List the accounts of the Auth emulator: uid, email, claims, and the other fields that are set.',
      inputSchema: z.strictObject({
        text: z.string().min(1).optional().describe('part of the uid, email or name'),
        limit: z.number().int().min(1).max(100).default(20),
      }),
      annotations: { readOnlyHint: true },
    },
    (query) =>
      respond(async ({ ports, projectId }) => {
        const { accounts, total } = await listAccounts(ports.auth, projectId, query);
        const lines = accounts.map((account) => JSON.stringify(account));
        return { text: [...lines, `${accounts.length} of ${total} accounts`].join('\n'), page: '/accounts' };
      }),
  );
}
