import { checkName } from '../core/resource-name.ts';
import type { Topic } from '../gen/google/pubsub/v1/pubsub_pb.js';
import { checkDuration, rejectField } from './check-bounds.ts';

/** Message retention: ten minutes to 31 days. */
export const RETENTION_SECONDS = [600, 2_678_400] as const;

/**
 * Checks a topic to create or update. Throws INVALID_ARGUMENT, and UNIMPLEMENTED for unsupported
 * fields.
 */
export function checkTopic(topic: Topic): void {
  checkName('topics', topic.name, true);
  rejectField('Topic.schema_settings', topic.schemaSettings !== undefined);
  rejectField('Topic.ingestion_data_source_settings', topic.ingestionDataSourceSettings !== undefined);
  rejectField('Topic.message_transforms', topic.messageTransforms.length > 0);
  checkDuration('message_retention_duration', topic.messageRetentionDuration, RETENTION_SECONDS);
}
