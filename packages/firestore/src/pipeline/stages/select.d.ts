import type { StageDefinition } from '../parser.ts';
/** select({alias: expression}): rows of these fields only. A field that is ABSENT stays away. */
export declare const select: StageDefinition;
