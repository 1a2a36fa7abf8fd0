// Owns gRPC: the 17 methods on @grpc/grpc-js, messages as raw bytes so that our own codec reads and writes them.
// Listens on nothing: connections are handed in, so that one port can serve other protocols too.

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

/** Production's limit on a request, and how much we read at all to be able to say so. */
const MAX_REQUEST_BYTES = 11_534_336;
const MAX_READ_BYTES = 64 * 1024 * 1024;

export interface GrpcServer {
  /** Serves one connection that speaks HTTP/2 with prior knowledge. */
  accept(socket: Socket): void;
  /** Ends all calls and connections. */
  close(): void;
}

export interface GrpcOptions {
  /** Whether a request for this `:authority` may be answered; all may when absent. */
  readonly isHostAllowed?: (host: string) => boolean;
}

type Call = {
  readonly metadata: Metadata;
  readonly cancelled: boolean;
  getHost(): string;
  /** 'address:port' of the client. */
  getPeer(): string;
  on(event: 'cancelled', listener: () => void): unknown;
};

/** The open connections by their client's 'address:port', which is how grpc-js names them. */
class Connections {
  readonly #open = new Map<string, ClientConnection>();

  add(socket: Socket): void {
    const connection = new ClientConnection();
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    this.#open.set(peer, connection);
    socket.on('close', () => {
      if (this.#open.get(peer) === connection) this.#open.delete(peer);
      connection.end();
    });
  }

  of(call: Call): ClientConnection | undefined {
    return this.#open.get(call.getPeer());
  }
}

/** Throws PERMISSION_DENIED for calls to hosts that are not allowed. */
function createHostCheck({ isHostAllowed = () => true }: GrpcOptions): (call: Call) => void {
  // Clients keep to one name; it is looked at once.
  let lastAllowed: string | undefined;
  return (call) => {
    const host = call.getHost();
    if (host === lastAllowed) return;
    if (!isHostAllowed(host)) {
      throw new RpcError(
        StatusCode.PERMISSION_DENIED,
        `The host "${host}" is not local. Start with --allowed-host NAME to allow it.`,
      );
    }
    lastAllowed = host;
  };
}

/** A gRPC server in front of `service`. */
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
    // Statistics for a debugging service that is not served.
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
    // Made when somebody asks: most calls end before anyone could wait for their cancellation.
    get signal() {
      if (!controller) {
        const made = new AbortController();
        controller = made;
        if (call.cancelled) made.abort();
        else call.on('cancelled', () => made.abort());
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
    throw invalidArgument(`The request is no ${method.input.typeName}: ${(error as Error).message}`);
  }
}

/** What grpc-js ends a call with. */
function toStatus(error: unknown): { code: number; details: string; metadata?: Metadata } {
  const rpcError = toRpcError(error);
  if (rpcError.cause !== undefined) console.error(rpcError.cause);
  return { code: rpcError.code, details: rpcError.message, metadata: trailers(rpcError) };
}

/** The types of error details that can travel: the explanation of a denial is a Struct. */
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
    // A reader that stops early must not destroy the call: its status has still to be sent.
    const chunks = call.iterator({ destroyOnReturn: false });
    for await (const bytes of chunks) yield decode(method, bytes as Buffer);
  } catch (error) {
    // A client that goes away destroys the stream, which is no news: the signal has told.
    if (!call.cancelled) throw error;
  }
}

/** Sends a response stream as fast as the client reads it. */
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
    const done = () => {
      call.off('drain', done);
      call.off('cancelled', done);
      call.off('close', done);
      resolve();
    };
    call.on('drain', done);
    call.on('cancelled', done);
    call.on('close', done);
  });
}
