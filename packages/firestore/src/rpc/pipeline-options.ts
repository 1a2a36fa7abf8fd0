import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import type { Value } from '../gen/google/firestore/v1/document_pb.js';
import { readMap, readString } from '../pipeline/read-argument.ts';

/** Whether a pipeline is run or explained: 'explain' only explains, 'analyze' does both. */
type ExplainMode = 'execute' | 'explain' | 'analyze';

const MODES: readonly string[] = ['execute', 'explain', 'analyze'] satisfies ExplainMode[];
const FORMATS: readonly string[] = ['text', 'json'];

/** The options of a StructuredPipeline. */
export interface PipelineOptions {
  readonly mode: ExplainMode;
  readonly format: 'text' | 'json';
}

/**
 * Parses the options of a StructuredPipeline. `index_mode` has no effect, because there are no
 * indexes to choose from. Throws INVALID_ARGUMENT for a wrong value, UNIMPLEMENTED for an
 * unsupported option.
 */
export function parsePipelineOptions(options: { readonly [name: string]: Value }): PipelineOptions {
  for (const name of Object.keys(options)) {
    if (name !== 'explain_options' && name !== 'index_mode') {
      throw new RpcError(StatusCode.UNIMPLEMENTED, `This server has no pipeline option "${name}".`);
    }
  }
  if (options.explain_options === undefined) return { mode: 'execute', format: 'text' };
  const { mode, output_format: format } = readMap(options.explain_options, 'explain_options');
  return {
    mode: oneOf('explain_options.mode', MODES, mode, 'execute') as ExplainMode,
    format: oneOf('explain_options.output_format', FORMATS, format, 'text') as 'text' | 'json',
  };
}

function oneOf(name: string, choices: readonly string[], message: Value | undefined, absent: string): string {
  if (message === undefined) return absent;
  const value = readString(message, name);
  if (choices.includes(value)) return value;
  throw invalidArgument(`Expected ${name} to be one of ${choices.join(', ')}, but was "${value}".`);
}
