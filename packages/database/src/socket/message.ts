// The messages of the protocol, as text; https://github.com/firebase/firebase-js-sdk has a client.

import { Node } from '../core/node.ts';
import { commonAncestor, formatPath, type Path } from '../core/path.ts';
import { EXPORT, writeJson } from '../core/write-json.ts';
import type { Push } from '../database/query-view.ts';

/** How a request ended. */
export type Status = 'ok' | 'datastale' | 'failure' | 'invalid_token' | 'permission_denied' | 'too_big';

/** A message about the connection. */
export function controlMessage(type: string, data: unknown): string {
  return `{"t":"c","d":{"t":"${type}","d":${JSON.stringify(data)}}}`;
}

/** The answer to a request. `data` is JSON text. */
export function answerMessage(request: number, status: Status, data: string): string {
  return `{"t":"d","d":{"r":${request},"b":{"s":"${status}","d":${data}}}}`;
}

/** The text of what many listeners of a place are sent, up to their tags. */
const pushTexts = new WeakMap<Push, string>();

/** What a listener at `path` is sent about a write. */
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

/** The ranges in which a client holds something else. `ranges` is JSON text. */
export function rangesMessage(path: Path, ranges: string, tag: number | undefined): string {
  return dataText('rm', path, ranges) + endOfMessage(tag);
}

function dataText(action: string, path: Path, data: string): string {
  return `{"t":"d","d":{"a":"${action}","b":{"p":${JSON.stringify(formatPath(path))},"d":${data}`;
}

function endOfMessage(tag: number | undefined): string {
  return tag === undefined ? '}}}' : `,"t":${tag}}}}`;
}

/** A listener was revoked; `query` is as the client sent it. */
export function revokedMessage(path: Path, query: unknown): string {
  const body = { p: formatPath(path), ...(query !== undefined && { q: [query] }) };
  return `{"t":"d","d":{"a":"c","b":${JSON.stringify(body)}}}`;
}

/** The login of a client has ended: it gets a new token and connects again. */
export function authRevokedMessage(status: 'expired_token', reason: string): string {
  return `{"t":"d","d":{"a":"ac","b":${JSON.stringify({ s: status, d: reason })}}}`;
}
