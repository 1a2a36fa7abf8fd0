import { create, type DescMethod, type DescService, type Message } from '@bufbuild/protobuf';
import { RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import type { Broker } from '../broker/broker.ts';
import { Publisher, Subscriber } from '../gen/google/pubsub/v1/pubsub_pb.js';
import { SchemaService } from '../gen/google/pubsub/v1/schema_pb.js';
import { createPublisherService } from '../rpc/publisher-service.ts';
import type { CallContext } from '../rpc/service.ts';
import { createSubscriberService } from '../rpc/subscriber-service.ts';

/** A method of one of the services. */
export interface ServiceMethod {
  readonly method: DescMethod;
  /**
   * Returns an async iterable for a streaming method, otherwise a promise of a message. Throws or
   * rejects with RpcError.
   */
  readonly run: (request: unknown, call: CallContext) => AsyncIterable<Message> | Promise<Message>;
}

/** A message, or the fields of one. */
type Fields = Record<string, unknown>;

type Handler = (request: unknown, call: CallContext) => unknown;

/** All methods of Pub/Sub's services. Unsupported ones fail with UNIMPLEMENTED and their name. */
export function serviceMethods(broker: Broker): ServiceMethod[] {
  return [
    ...methodsOf(Publisher, createPublisherService(broker)),
    ...methodsOf(Subscriber, createSubscriberService(broker)),
    ...methodsOf(SchemaService, {}),
  ];
}

function methodsOf(service: DescService, implementation: object): ServiceMethod[] {
  return service.methods.map((method) => {
    const handler = (implementation as Readonly<Record<string, Handler | undefined>>)[method.localName];
    if (handler === undefined) return { method, run: async () => unsupported(method) };
    return method.methodKind === 'unary'
      ? {
          method,
          run: async (request, call) => create(method.output, (await handler(request, call)) as Fields),
        }
      : { method, run: (request, call) => created(method, handler(request, call) as AsyncIterable<Fields>) };
  });
}

async function* created(method: DescMethod, messages: AsyncIterable<Fields>): AsyncGenerator<Message> {
  for await (const message of messages) yield create(method.output, message);
}

function unsupported({ parent, name }: DescMethod): never {
  throw new RpcError(
    StatusCode.UNIMPLEMENTED,
    `${parent.typeName}.${name} is not supported by this Pub/Sub emulator.`,
  );
}
