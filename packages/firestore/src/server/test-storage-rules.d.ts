import { type JsonValue } from '@bufbuild/protobuf';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type TestRulesetResponse } from './test-case-parts.ts';
interface StorageTests {
    readonly content: string;
    readonly name: string;
    readonly cases: readonly JsonValue[];
}
/**
 * Decides requests to Storage by the rules of a source. A case has the object in `resource.data` as
 * the JSON API has it, and for a write `request.resource.data`; `firestore.get()` reads the default
 * database of the emulator.
 * @throws RpcError INVALID_ARGUMENT for a case that is not such a request
 */
export declare function testStorageRules(emulator: FirestoreEmulator, projectId: string, { content, name, cases }: StorageTests): Promise<TestRulesetResponse>;
export {};
