import type { Patch } from './patch.ts';
import { appCheck } from './patches/app-check.ts';
import { authBlockingEvents } from './patches/auth-blocking-events.ts';
import { authGoogleScript } from './patches/auth-google-script.ts';
import { authSessions } from './patches/auth-sessions.ts';
import { authValidators } from './patches/auth-validators.ts';
import { enginesRange } from './patches/engines-range.ts';
import { eventarcEvents } from './patches/eventarc-events.ts';
import { dataExports } from './patches/exports.ts';
import { firestoreServer } from './patches/firestore-server.ts';
import { firestoreTriggers } from './patches/firestore-triggers.ts';
import { functionNames } from './patches/function-names.ts';
import { functionsOtherProject } from './patches/functions-other-project.ts';
import { functionsReload } from './patches/functions-reload.ts';
import { functionsSdk } from './patches/functions-sdk.ts';
import { functionsSelection } from './patches/functions-selection.ts';
import { functionsUnloaded } from './patches/functions-unloaded.ts';
import { hostingRewrites } from './patches/hosting-rewrites.ts';
import { hostingRules } from './patches/hosting-rules.ts';
import { inboundGuard } from './patches/inbound-guard.ts';
import { listParameters } from './patches/list-parameters.ts';
import { metadataServer } from './patches/metadata-server.ts';
import { printableLogs } from './patches/printable-logs.ts';
import { pubsubServer } from './patches/pubsub-server.ts';
import { pythonWorkers } from './patches/python-workers.ts';
import { registrationRequests } from './patches/registration-requests.ts';
import { requestFailures } from './patches/request-failures.ts';
import { requestTracing } from './patches/request-tracing.ts';
import { sdkVersion } from './patches/sdk-version.ts';
import { sharedWorkers } from './patches/shared-workers.ts';
import { storageApi } from './patches/storage-api.ts';
import { storageEvents } from './patches/storage-events.ts';
import { storageRules } from './patches/storage-rules.ts';
import { tasksServer } from './patches/tasks-server.ts';
import { tokenVerification } from './patches/token-verification.ts';
import { triggerEnabling } from './patches/trigger-enabling.ts';

/** Patches of one module are applied in this order. */
export const PATCHES: readonly Patch[] = [
  authValidators,
  sharedWorkers,
  firestoreTriggers,
  triggerEnabling,
  authBlockingEvents,
  tokenVerification,
  sdkVersion,
  enginesRange,
  functionsSdk,
  listParameters,
  pythonWorkers,
  registrationRequests,
  firestoreServer,
  authGoogleScript,
  requestFailures,
  authSessions,
  // Before the guard, which stands around it: a request that is rejected has no span.
  requestTracing,
  inboundGuard,
  printableLogs,
  functionNames,
  dataExports,
  hostingRules,
  hostingRewrites,
  storageRules,
  storageApi,
  storageEvents,
  pubsubServer,
  tasksServer,
  eventarcEvents,
  metadataServer,
  appCheck,
  // Before the reload, which says what was loaded.
  functionsSelection,
  functionsReload,
  functionsUnloaded,
  functionsOtherProject,
];
