// A setup file of vitest: the address of the Firestore emulator of the run.
import { inject } from 'vitest';

process.env.FIRESTORE_EMULATOR_HOST = inject('firestoreHost');
