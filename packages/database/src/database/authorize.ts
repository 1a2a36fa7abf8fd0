import { type Attributes, activeSpan } from '@savepoint/server/core/tracing';
import type { Auth, Decision } from '../rules/ruleset.ts';

/**
 * Runs a rules decision in a span `authorize` of its request. The span records the granting line,
 * or the rules and values that did not grant access, for a later explanation of the denial
 * (packages/event-log/README.md).
 */
export function authorize(namespace: string, auth: Auth, nowMs: number, decide: () => Decision): Decision {
  const span = activeSpan()?.child('authorize');
  const decision = decide();
  span?.set(attributesOf(namespace, auth, nowMs, decision));
  span?.end();
  return decision;
}

function attributesOf(namespace: string, auth: Auth, nowMs: number, decision: Decision): Attributes {
  const { isAllowed, method, path, outcomes } = decision;
  return {
    'rules.method': method,
    'rules.path': path.join('/'),
    'rules.uid': typeof auth?.uid === 'string' ? auth.uid : undefined,
    'rules.outcome': isAllowed ? 'allow' : 'deny',
    'rules.line': isAllowed ? outcomes.at(-1)?.compiled.line : undefined,
    'rules.allows': JSON.stringify(
      outcomes.map(({ compiled, outcome }) => ({ line: compiled.line, outcome })),
    ),
    ...(isAllowed
      ? {}
      : {
          'rules.database': namespace,
          'rules.time': new Date(nowMs).toISOString(),
          'rules.explanation': JSON.stringify(decision.explain()),
        }),
  };
}
