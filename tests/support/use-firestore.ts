// A vitest setup file: the address of the run's Firestore emulator.
import { inject } from 'vitest';

process.env.FIRESTORE_EMULATOR_HOST = inject('firestoreHost');
