// Converts a change to an event for the Functions emulator, in the format of each generation.

import type { EventRequest } from '@savepoint/server/http/trigger-delivery';
import type { Node } from '../core/node.ts';
import { formatPath } from '../core/path.ts';
import { VALUES, writeJson } from '../core/write-json.ts';
import type { Login } from '../database/login.ts';
import type { Match } from './matches.ts';
import type { Trigger } from './registration.ts';

/** The common parts of all events of one write. */
export interface EventContext {
  readonly id: string;
  /** RFC 3339. */
  readonly time: string;
  readonly namespace: string;
  readonly login: Login;
  /** The address of this emulator. */
  readonly host: string;
  readonly traceparent: string | undefined;
}

const EVENT_TYPES_2 = { write: 'written', create: 'created', update: 'updated', delete: 'deleted' };

/** The request that calls a function for a change. */
export function eventRequest(trigger: Trigger, match: Match, context: EventContext): EventRequest {
  return trigger.generation === 1
    ? firstGeneration(trigger, match, context)
    : secondGeneration(trigger, match, context);
}

function firstGeneration(trigger: Trigger, match: Match, context: EventContext): EventRequest {
  const { id, time, namespace, login } = context;
  const auth = login.isAdmin
    ? { admin: true }
    : { admin: false, ...(login.auth !== null && { variable: login.auth }) };
  const eventContext = {
    eventId: id,
    timestamp: time,
    eventType: trigger.registration.event,
    resource: {
      service: 'firebaseio.com',
      name: `projects/_/instances/${namespace}/refs/${formatPath(match.path)}`,
    },
    domain: 'firebaseio.com',
    auth,
  };
  return {
    headers: { 'content-type': 'application/json', ...traceHeader(context) },
    body: `{"data":${dataOf(match)},"context":${JSON.stringify(eventContext)},"domain":"firebaseio.com","auth":${JSON.stringify(auth)}}`,
  };
}

function secondGeneration(trigger: Trigger, match: Match, context: EventContext): EventRequest {
  const { id, time, namespace, login, host } = context;
  const ref = formatPath(match.path);
  const uid = login.auth?.uid;
  const attributes = {
    specversion: '1.0',
    id,
    type: `google.firebase.database.ref.v1.${EVENT_TYPES_2[trigger.kind]}`,
    source: `//firebasedatabase.googleapis.com/projects/_/locations/us-central1/instances/${namespace}`,
    subject: `refs/${ref}`,
    time,
    instance: namespace,
    ref,
    location: 'us-central1',
    firebasedatabasehost: host,
    authtype: login.isAdmin ? 'admin' : uid === undefined ? 'unauthenticated' : 'app_user',
    ...(uid !== undefined && { authid: String(uid) }),
    ...(context.traceparent !== undefined && { traceparent: context.traceparent }),
    datacontenttype: 'application/json',
  };
  const type = 'type.googleapis.com/google.events.firebase.database.v1.ReferenceEventData';
  return {
    headers: { 'content-type': 'application/cloudevents+json; charset=UTF-8', ...traceHeader(context) },
    body: `${JSON.stringify(attributes).slice(0, -1)},"data":{"@type":"${type}",${dataOf(match).slice(1)}}`,
  };
}

function traceHeader({ traceparent }: EventContext): Record<string, string> {
  return traceparent === undefined ? {} : { traceparent };
}

/** The previous data, and the delta to the new data. */
function dataOf({ before, after }: Match): string {
  return `{"data":${writeJson(before, VALUES)},"delta":${deltaOf(before, after)}}`;
}

/**
 * The delta that converts the previous data to the new data: children are merged, null deletes,
 * anything else replaces.
 */
function deltaOf(before: Node, after: Node): string {
  if (after.size === 0 || before.size === 0) return writeJson(after, VALUES);
  const members: string[] = [];
  for (const [key] of before.entries()) {
    if (after.child(key).isEmpty) members.push(`${JSON.stringify(key)}:null`);
  }
  for (const [key, child] of after.entries()) {
    const old = before.child(key);
    if (old.equals(child.withPriority(old.priority))) continue;
    members.push(`${JSON.stringify(key)}:${deltaOf(old, child)}`);
  }
  return `{${members.join(',')}}`;
}
