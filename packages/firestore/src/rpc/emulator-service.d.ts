import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import type { FirestoreService } from './firestore-service.ts';
/** The google.firestore.v1.Firestore service over `emulator`, for all transports. */
export declare function createFirestoreService(emulator: FirestoreEmulator): FirestoreService;
