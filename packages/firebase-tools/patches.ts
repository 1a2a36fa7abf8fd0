import type { Patch } from './patch.ts';
import { authSignIns } from './patches/auth-sign-ins.ts';
import { emulatorServers } from './patches/emulator-servers.ts';
import { eventPayloads } from './patches/event-payloads.ts';
import { dataExports } from './patches/exports.ts';
import { functionsLoading } from './patches/functions-loading.ts';
import { functionsPackages } from './patches/functions-packages.ts';
import { hosting } from './patches/hosting.ts';
import { inboundGuard } from './patches/inbound-guard.ts';
import { listParameters } from './patches/list-parameters.ts';
import { outboundRequests } from './patches/outbound-requests.ts';
import { printableLogs } from './patches/printable-logs.ts';
import { pythonWorkers } from './patches/python-workers.ts';
import { requestFailures } from './patches/request-failures.ts';
import { requestTracing } from './patches/request-tracing.ts';
import { schemas } from './patches/schemas.ts';
import { sharedWorkers } from './patches/shared-workers.ts';
import { storageApi } from './patches/storage-api.ts';
import { storageRules } from './patches/storage-rules.ts';
import { tokenVerification } from './patches/token-verification.ts';
import { triggerEnabling } from './patches/trigger-enabling.ts';

/** Patches of the same module are applied in this order. */
export const PATCHES: readonly Patch[] = [
  schemas,
  sharedWorkers,
  triggerEnabling,
  authSignIns,
  tokenVerification,
  functionsPackages,
  listParameters,
  pythonWorkers,
  emulatorServers,
  requestFailures,
  // Before the guard, which wraps it: rejected requests have no span.
  requestTracing,
  inboundGuard,
  printableLogs,
  dataExports,
  hosting,
  storageRules,
  storageApi,
  eventPayloads,
  outboundRequests,
  functionsLoading,
];
