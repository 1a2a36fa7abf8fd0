// grpc-js passes messages as raw bytes; encoding and decoding is done here with @bufbuild/protobuf.

import type { Socket } from 'node:net';
import {
  createRegistry,
  type DescMethod,
  fromBinary,
  fromJson,
  type JsonValue,
  type Message,
  toBinary,
} from '@bufbuild/protobuf';
import { AnySchema, StructSchema } from '@bufbuild/protobuf/wkt';
import {
  Metadata as GrpcMetadata,
  type handleBidiStreamingCall,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerWritableStream,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { ClientConnection } from '../core/client-connection.ts';
import { invalidArgument, RpcError, StatusCode, toRpcError } from '../core/rpc-error.ts';
import { Firestore } from '../gen/google/firestore/v1/firestore_pb.js';
import { StatusSchema } from '../gen/google/rpc/status_pb.js';
import type { CallContext, FirestoreService } from '../rpc/firestore-service.ts';
import { encodeResponse } from './grpc-response.ts';

/** The limit of production, and the size up to which larger requests are read to be rejected with a message. */
const MAX_REQUEST_BYTES = 11_534_336;
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** A gRPC server without a listening socket of its own. */
export interface GrpcServer {
  /** Serves one HTTP/2 connection with prior knowledge. */
  accept(socket: Socket): void;
  /** Cancels all calls and closes all connections. */
  close(): void;
}

/** The options of a gRPC server. */
export interface GrpcOptions {
  /** Why calls to this `:authority` are refused, or undefined; none are when absent. */
  readonly hostRejection?: (host: string) => string | undefined;
}

type Call = {
  readonly metadata: Metadata;
  readonly cancelled: boolean;
  getHost(): string;
  /** 'address:port' of the client. */
  getPeer(): string;
  on(event: 'cancelled', listener: () => void): unknown;
};

/** The open connections by the client's 'address:port', the peer name of grpc-js. */
class Connections {
  readonly #open = new Map<string, ClientConnection>();

  add(socket: Socket): void {
    const connection = new ClientConnection();
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    this.#open.set(peer, connection);
    socket.on('close', () => {
      if (this.#open.get(peer) === connection) this.#open.delete(peer);
      connection.close();
    });
  }

  of(call: Call): ClientConnection | undefined {
    return this.#open.get(call.getPeer());
  }
}

/** A check that throws PERMISSION_DENIED for calls to hosts that are not allowed. */
function createHostCheck({ hostRejection = () => undefined }: GrpcOptions): (call: Call) => void {
  return (call) => {
    const rejection = hostRejection(call.getHost());
    if (rejection !== undefined) throw new RpcError(StatusCode.PERMISSION_DENIED, rejection);
  };
}

/** A gRPC server for `service` that does not listen itself: connections are passed to `accept`. */
export function createGrpcServer(service: FirestoreService, options: GrpcOptions = {}): GrpcServer {
  const connections = new Connections();
  const checkHost = createHostCheck(options);
  const open = (call: Call): CallContext => {
    checkHost(call);
    return callContext(call, connections);
  };
  const server = new Server({
    'grpc.max_receive_message_length': MAX_READ_BYTES,
    'grpc.max_send_message_length': -1,
    // Channelz collects statistics for a service that this server does not expose.
    'grpc.enable_channelz': 0,
  });
  const definition: { [name: string]: ServiceDefinition[string] } = {};
  const implementation: UntypedServiceImplementation = {};
  for (const method of Firestore.methods) {
    definition[method.localName] = {
      path: `/${Firestore.typeName}/${method.name}`,
      requestStream: method.methodKind === 'bidi_streaming',
      responseStream: method.methodKind !== 'unary',
      requestSerialize: identity,
      requestDeserialize: identity,
      responseSerialize: identity,
      responseDeserialize: identity,
    };
    implementation[method.localName] = handler(service, method, open);
  }
  server.addService(definition, implementation);
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    accept: (socket) => {
      connections.add(socket);
      injector.injectConnection(socket);
    },
    close: () => {
      injector.destroy();
      server.forceShutdown();
    },
  };
}

function identity(bytes: Buffer): Buffer {
  return bytes;
}

function callContext(call: Call, connections: Connections): CallContext {
  const header = (name: string) => call.metadata.get(name)[0]?.toString();
  let controller: AbortController | undefined;
  return {
    authorization: header('authorization'),
    databaseName: header('google-cloud-resource-prefix'),
    // Created lazily: most calls end before anything observes their cancellation.
    get signal() {
      if (!controller) {
        const created = new AbortController();
        controller = created;
        if (call.cancelled) created.abort();
        else call.on('cancelled', () => created.abort());
      }
      return controller.signal;
    },
    get connection() {
      return connections.of(call);
    },
    transport: 'grpc',
  };
}

function decode(method: DescMethod, bytes: Buffer): Message {
  if (bytes.length > MAX_REQUEST_BYTES) {
    throw invalidArgument(`Request payload size exceeds the limit: ${MAX_REQUEST_BYTES} bytes.`);
  }
  try {
    return fromBinary(method.input, bytes);
  } catch (error) {
    throw invalidArgument(`The request is not a valid ${method.input.typeName}: ${(error as Error).message}`);
  }
}

/** The gRPC status of an error. The cause of an INTERNAL one is logged. */
function toStatus(error: unknown): { code: number; details: string; metadata?: Metadata } {
  const rpcError = toRpcError(error);
  if (rpcError.cause !== undefined) console.error(rpcError.cause);
  return { code: rpcError.code, details: rpcError.message, metadata: trailers(rpcError) };
}

/** The types of error details: the explanation of a denied request is a Struct. */
const DETAIL_TYPES = createRegistry(StructSchema);

function trailers({ code, message, details }: RpcError): Metadata {
  const metadata = new GrpcMetadata();
  if (details.length === 0) return metadata;
  const packed = details.map((detail) =>
    fromJson(AnySchema, detail as JsonValue, { registry: DETAIL_TYPES }),
  );
  const status = toBinary(StatusSchema, { $typeName: 'google.rpc.Status', code, message, details: packed });
  metadata.set('grpc-status-details-bin', Buffer.from(status));
  return metadata;
}

type Method = (request: unknown, call: CallContext) => unknown;

function handler(
  service: FirestoreService,
  method: (typeof Firestore.methods)[number],
  open: (call: Call) => CallContext,
):
  | handleUnaryCall<Buffer, Buffer>
  | handleServerStreamingCall<Buffer, Buffer>
  | handleBidiStreamingCall<Buffer, Buffer> {
  const run = service[method.localName as keyof FirestoreService] as Method;
  if (method.methodKind === 'unary') {
    return (call, callback) => {
      unary(run, method, call, open)
        .then((bytes) => callback(null, bytes))
        .catch((error) => callback(toStatus(error)));
    };
  }
  if (method.methodKind === 'server_streaming') {
    return (call: ServerWritableStream<Buffer, Buffer>) => {
      void pump(call, method, () => run(decode(method, call.request), open(call)) as AsyncIterable<Message>);
    };
  }
  return (call: ServerDuplexStream<Buffer, Buffer>) => {
    void pump(call, method, () => run(decodeRequests(call, method), open(call)) as AsyncIterable<Message>);
  };
}

async function unary(
  run: Method,
  method: DescMethod,
  call: Call & { readonly request: Buffer },
  open: (call: Call) => CallContext,
): Promise<Buffer> {
  const context = open(call);
  const response = await (run(decode(method, call.request), context) as Promise<Message>);
  return encodeResponse(method.output, response);
}

async function* decodeRequests(
  call: ServerDuplexStream<Buffer, Buffer>,
  method: DescMethod,
): AsyncGenerator<Message> {
  try {
    // A reader that stops early must not destroy the call: its status has not been sent yet.
    const chunks = call.iterator({ destroyOnReturn: false });
    for await (const bytes of chunks) yield decode(method, bytes as Buffer);
  } catch (error) {
    // A client that disconnects destroys the stream; the abort signal reports that already.
    if (!call.cancelled) throw error;
  }
}

/** Sends a response stream with back-pressure. */
async function pump(
  call: ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>,
  method: DescMethod,
  start: () => AsyncIterable<Message>,
): Promise<void> {
  try {
    for await (const message of start()) {
      if (call.cancelled) return;
      if (!call.write(encodeResponse(method.output, message))) await drained(call);
    }
    call.end();
  } catch (error) {
    if (!call.cancelled) call.emit('error', toStatus(error));
  }
}

function drained(
  call: ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>,
): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      call.off('drain', finish);
      call.off('cancelled', finish);
      call.off('close', finish);
      resolve();
    };
    call.on('drain', finish);
    call.on('cancelled', finish);
    call.on('close', finish);
  });
}
