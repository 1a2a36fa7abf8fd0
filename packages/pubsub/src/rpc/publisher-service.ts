import { clone, create } from '@bufbuild/protobuf';
import type { Broker } from '../broker/broker.ts';
import { messageId } from '../core/message.ts';
import { checkName, checkProject, isInProject } from '../core/resource-name.ts';
import { type Publisher, type Topic, Topic_State, TopicSchema } from '../gen/google/pubsub/v1/pubsub_pb.js';
import { checkMessages } from './check-message.ts';
import { checkTopic } from './check-topic.ts';
import { applyFieldMask } from './field-mask.ts';
import { pageOf } from './page.ts';
import type { ServiceImplementation } from './service.ts';

const MUTABLE_FIELDS: ReadonlySet<string> = new Set([
  'ingestion_data_source_settings',
  'kms_key_name',
  'labels',
  'message_retention_duration',
  'message_storage_policy',
  'message_transforms',
  'schema_settings',
]);

/** google.pubsub.v1.Publisher. */
export function createPublisherService(broker: Broker): ServiceImplementation<typeof Publisher> {
  const existing = (name: string): Topic => {
    checkName('topics', name);
    return broker.topic(name).resource;
  };
  return {
    createTopic(request) {
      checkTopic(request);
      const topic = create(TopicSchema, { ...clone(TopicSchema, request), state: Topic_State.ACTIVE });
      return broker.createTopic(topic).resource;
    },

    updateTopic({ topic: source, updateMask: mask }) {
      const topic = broker.topic(existing(source?.name ?? '').name);
      const changes = { source: source ?? create(TopicSchema), mask, mutable: MUTABLE_FIELDS };
      const updated = applyFieldMask(TopicSchema, topic.resource, changes);
      checkTopic(updated);
      topic.resource = updated;
      return updated;
    },

    publish({ topic, messages }) {
      const { name } = existing(topic);
      return { messageIds: broker.publish(name, checkMessages(messages)).map(messageId) };
    },

    getTopic({ topic }) {
      return existing(topic);
    },

    listTopics(request) {
      checkProject(request.project);
      const inProject = [...broker.topics.keys()].filter((name) => isInProject(name, request.project));
      const { names, nextPageToken } = pageOf(inProject, request.project, request);
      return { topics: names.map((name) => broker.topic(name).resource), nextPageToken };
    },

    listTopicSubscriptions(request) {
      const { name } = existing(request.topic);
      const ofTopic = [...broker.subscriptions.values()]
        .filter(({ resource }) => resource.topic === name && !resource.detached)
        .map(({ resource }) => resource.name);
      const { names, nextPageToken } = pageOf(ofTopic, 'projects', request);
      return { subscriptions: names, nextPageToken };
    },

    listTopicSnapshots(request) {
      const { name } = existing(request.topic);
      const ofTopic = [...broker.snapshots.values()]
        .filter(({ resource }) => resource.topic === name)
        .map(({ resource }) => resource.name);
      const { names, nextPageToken } = pageOf(ofTopic, 'projects', request);
      return { snapshots: names, nextPageToken };
    },

    deleteTopic({ topic }) {
      broker.deleteTopic(existing(topic).name);
      return {};
    },

    detachSubscription({ subscription }) {
      checkName('subscriptions', subscription);
      broker.detachSubscription(subscription);
      return {};
    },
  };
}
