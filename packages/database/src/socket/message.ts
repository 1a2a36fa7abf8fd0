// The text messages of the protocol. A client is at https://github.com/firebase/firebase-js-sdk.

import { Node } from '../core/node.ts';
import { commonAncestor, formatPath, type Path } from '../core/path.ts';
import { EXPORT, writeJson } from '../core/write-json.ts';
import type { Push } from '../database/query-view.ts';

/** The outcome of a request. */
export type Status = 'ok' | 'datastale' | 'failure' | 'invalid_token' | 'permission_denied' | 'too_big';

/** A message about the connection. */
export function controlMessage(type: string, data: unknown): string {
  return `{"t":"c","d":{"t":"${type}","d":${JSON.stringify(data)}}}`;
}

/** The response to a request. `data` is JSON text. */
export function answerMessage(request: number, status: Status, data: string): string {
  return `{"t":"d","d":{"r":${request},"b":{"s":"${status}","d":${data}}}}`;
}

/** The text sent to all listeners of a location, up to their tags. */
const pushTexts = new WeakMap<Push, string>();

/** The message about a write for a listener at `path`. */
export function pushMessage(path: Path, push: Push, tag: number | undefined): string {
  const text = pushTexts.get(push) ?? pushText(path, push);
  pushTexts.set(push, text);
  return text + endOfMessage(tag);
}

function pushText(path: Path, { kind, entries }: Push): string {
  if (kind === 'put') {
    const [[below, node] = [[], Node.EMPTY] as const] = entries;
    return dataText('d', [...path, ...below], writeJson(node, EXPORT));
  }
  const place = entries.map(([below]) => below).reduce(commonAncestor);
  const members = entries.map(
    ([below, node]) => `${JSON.stringify(formatPath(below.slice(place.length)))}:${writeJson(node, EXPORT)}`,
  );
  return dataText('m', [...path, ...place], `{${members.join(',')}}`);
}

/** The message with the ranges in which a client's data differs. `ranges` is JSON text. */
export function rangesMessage(path: Path, ranges: string, tag: number | undefined): string {
  return dataText('rm', path, ranges) + endOfMessage(tag);
}

function dataText(action: string, path: Path, data: string): string {
  return `{"t":"d","d":{"a":"${action}","b":{"p":${JSON.stringify(formatPath(path))},"d":${data}`;
}

function endOfMessage(tag: number | undefined): string {
  return tag === undefined ? '}}}' : `,"t":${tag}}}}`;
}

/** The message for a revoked listener. `query` is as sent by the client. */
export function revokedMessage(path: Path, query: unknown): string {
  const body = { p: formatPath(path), ...(query !== undefined && { q: [query] }) };
  return `{"t":"d","d":{"a":"c","b":${JSON.stringify(body)}}}`;
}

/** The message for an ended login: the client gets a new token and reconnects. */
export function authRevokedMessage(status: 'expired_token', reason: string): string {
  return `{"t":"d","d":{"a":"ac","b":${JSON.stringify({ s: status, d: reason })}}}`;
}
