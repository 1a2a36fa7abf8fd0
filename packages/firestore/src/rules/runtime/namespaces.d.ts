import { type Builtins } from './builtin.ts';
/** The functions of each namespace. */
export declare const NAMESPACES: ReadonlyMap<string, Builtins<undefined>>;
