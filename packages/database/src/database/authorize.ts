import { type Attributes, activeSpan } from '@savepoint/server/core/tracing';
import type { Auth, Decision } from '../rules/ruleset.ts';

/**
 * Asks rules for a decision, in a span `authorize` of the request that it is about: with the line
 * that granted it, or the rules and the values that did not. Whoever explains a denial later reads
 * this span (packages/event-log/README.md).
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
