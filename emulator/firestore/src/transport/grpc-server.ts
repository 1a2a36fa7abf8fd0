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
import { API_VERSIONS, type ApiVersion, hasMethod, serviceName } from './api-version.ts';
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
  /** Called for every call that failed, with the name of its method. */
  readonly onError?: (method: string, error: RpcError) => void;
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
  for (const { version, method } of versionedMethods()) {
    const name = `${version}/${method.localName}`;
    definition[name] = {
      path: `/${serviceName(version)}/${method.name}`,
      requestStream: method.methodKind === 'bidi_streaming',
      responseStream: method.methodKind !== 'unary',
      requestSerialize: identity,
      requestDeserialize: identity,
      responseSerialize: identity,
      responseDeserialize: identity,
    };
    implementation[name] = handler(service, method, { open, fail: failure(method, options) });
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

/** Every method of every version. */
function versionedMethods(): { version: ApiVersion; method: (typeof Firestore.methods)[number] }[] {
  return API_VERSIONS.flatMap((version) =>
    Firestore.methods
      .filter(({ localName }) => hasMethod(version, localName))
      .map((method) => ({ version, method })),
  );
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

/** What a handler does at the start of a call, and with its error. */
interface CallHooks {
  readonly open: (call: Call) => CallContext;
  readonly fail: (error: unknown) => GrpcStatus;
}

interface GrpcStatus {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

/** A function that reports the error of a call and returns its gRPC status. The cause of an INTERNAL one is logged. */
function failure(method: DescMethod, { onError }: GrpcOptions): CallHooks['fail'] {
  return (error) => {
    const rpcError = toRpcError(error);
    if (rpcError.cause !== undefined) console.error(rpcError.cause);
    onError?.(method.localName, rpcError);
    return { code: rpcError.code, details: rpcError.message, metadata: trailers(rpcError) };
  };
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
  { open, fail }: CallHooks,
):
  | handleUnaryCall<Buffer, Buffer>
  | handleServerStreamingCall<Buffer, Buffer>
  | handleBidiStreamingCall<Buffer, Buffer> {
  const run = service[method.localName as keyof FirestoreService] as Method;
  if (method.methodKind === 'unary') {
    return (call, callback) => {
      unary(run, method, call, open)
        .then((bytes) => callback(null, bytes))
        .catch((error) => callback(fail(error)));
    };
  }
  if (method.methodKind === 'server_streaming') {
    return (call: ServerWritableStream<Buffer, Buffer>) => {
      void pump(
        call,
        method,
        () => run(decode(method, call.request), open(call)) as AsyncIterable<Message>,
        fail,
      );
    };
  }
  return (call: ServerDuplexStream<Buffer, Buffer>) => {
    void pump(
      call,
      method,
      () => run(decodeRequests(call, method), open(call)) as AsyncIterable<Message>,
      fail,
    );
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
  fail: CallHooks['fail'],
): Promise<void> {
  try {
    for await (const message of start()) {
      if (call.cancelled) return;
      if (!call.write(encodeResponse(method.output, message))) await drained(call);
    }
    call.end();
  } catch (error) {
    if (!call.cancelled) call.emit('error', fail(error));
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
