// The variables that name a function, in a shared worker: each request sees those of its function,
// and code outside requests sees none. If the project reads one while its functions are loaded, in
// order to load only one of them, the worker cannot serve others, which is reported to
// firebase-tools.
import { syncBuiltinESMExports } from 'node:module';
import { callerInProject } from './call-site.ts';
import { currentInvocation, isLoading } from './invocation.ts';
import { ENVIRONMENT_READ } from './protocol.ts';

const FIELDS = new Map<string | symbol, 'target' | 'signature' | 'service' | 'eventSource'>([
  ['FUNCTION_TARGET', 'target'],
  ['FUNCTION_SIGNATURE_TYPE', 'signature'],
  ['K_SERVICE', 'service'],
  ['EVENTARC_CLOUD_EVENT_SOURCE', 'eventSource'],
]);

/** A worker with one function has these variables in its environment from the start. */
export function replaceEnvironment(): void {
  if (process.env.FUNCTION_TARGET !== undefined) return;
  process.env = new Proxy(process.env, {
    get: (env, name) => requestValueOf(name) ?? Reflect.get(env, name),
    has: (env, name) => requestValueOf(name) !== undefined || Reflect.has(env, name),
    set: (env, name, value) => Reflect.set(env, name, value),
    ownKeys: (env) => [
      ...new Set([...Reflect.ownKeys(env), ...(currentInvocation() === undefined ? [] : FIELDS.keys())]),
    ],
    getOwnPropertyDescriptor(env, name) {
      const value = requestValueOf(name);
      if (value === undefined) return Reflect.getOwnPropertyDescriptor(env, name);
      return { value, writable: true, enumerable: true, configurable: true };
    },
  });
  syncBuiltinESMExports();
}

function requestValueOf(name: string | symbol): string | undefined {
  const field = FIELDS.get(name);
  if (field === undefined) return undefined;
  if (isLoading()) reportRead(String(name));
  return currentInvocation()?.[field];
}

function reportRead(variable: string): void {
  const place = callerInProject(new Error().stack);
  // Packages read it to detect whether they are in the cloud.
  if (place === undefined) return;
  process.send?.(
    `${JSON.stringify({ level: 'SYSTEM', type: ENVIRONMENT_READ, text: variable, data: { place } })}\n`,
  );
}
