/** Methods of `string` and `bytes`. */
import { type Builtins } from './builtin.ts';
/** The methods of `string`. */
export declare const STRING_METHODS: Builtins<string>;
/** The methods of `bytes`. */
export declare const BYTES_METHODS: Builtins<Uint8Array>;
