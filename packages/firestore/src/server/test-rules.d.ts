import type { JsonValue } from '@bufbuild/protobuf';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type TestRulesetResponse } from './test-case-parts.ts';
/**
 * Decides the requests of `testSuite.testCases` by the rules of `source`, which are compiled and
 * forgotten. `get()` reads the documents of the emulator, and so does `resource` where a case has
 * none. Besides `data`, plain JSON, a resource may have `fields` in the form of the REST API, which
 * has all types; a list may have a `structuredQuery`. Rules that do not compile have `issues` and
 * no results.
 * @throws RpcError INVALID_ARGUMENT for a body that is not such a request, UNIMPLEMENTED for
 *   function mocks
 */
export declare function testRules(emulator: FirestoreEmulator, projectId: string, body: JsonValue): Promise<TestRulesetResponse>;
