import { create } from '@bufbuild/protobuf';
import { AnySchema, anyPack, StringValueSchema } from '@bufbuild/protobuf/wkt';
import type { Pipeline } from '../gen/google/firestore/v1/document_pb.js';
import { type ExplainStats, ExplainStatsSchema } from '../gen/google/firestore/v1/explain_stats_pb.js';

/** The statistics of an execution. */
export interface PipelineExecution {
  readonly results: number;
  readonly milliseconds: number;
}

/** The stages of a pipeline in order and, after an execution, its statistics, as text or JSON. */
export function explainPipeline(
  { stages }: Pipeline,
  format: 'text' | 'json',
  execution: PipelineExecution | undefined,
): ExplainStats {
  const names = stages.map(({ name }) => name);
  const value = format === 'json' ? JSON.stringify({ stages: names, execution }) : asText(names, execution);
  const packed = anyPack(StringValueSchema, create(StringValueSchema, { value }));
  return create(ExplainStatsSchema, { data: create(AnySchema, packed) });
}

function asText(names: readonly string[], execution: PipelineExecution | undefined): string {
  const tree = names.map((name) => `  ${name}\n`).join('');
  if (!execution) return `Stages:\n${tree}`;
  const { results, milliseconds } = execution;
  return `Execution:\n  results returned: ${results}\n  execution time: ${milliseconds.toFixed(3)} ms\nStages:\n${tree}`;
}
