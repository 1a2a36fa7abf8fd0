// grpc-js passes messages as raw bytes; encoding and decoding is done here with @bufbuild/protobuf.

import type { Socket } from 'node:net';
import { type DescMethod, fromBinary, type Message } from '@bufbuild/protobuf';
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
import { printableError } from '../core/printable.ts';
import { invalidArgument, RpcError, StatusCode, toRpcError } from '../core/rpc-error.ts';
import { encodeResponse } from './encode-response.ts';

/** The size up to which requests above the limit are read to be rejected with a message. */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** A gRPC server without a listening socket of its own. */
export interface GrpcServer {
  /** Serves one HTTP/2 connection with prior knowledge. */
  accept(socket: Socket): void;
  /** Cancels all calls and closes all connections. */
  close(): void;
}

/** One call, as a method sees it. */
export interface GrpcCall {
  /** The first value of a header. */
  header(name: string): string | undefined;
  /** 'address:port' of the client. */
  readonly peer: string;
  /** Aborted when the client cancels the call or disconnects. */
  readonly signal: AbortSignal;
}

/** A method of a service. */
export interface GrpcMethod {
  /** Such as `/google.pubsub.v1.Publisher/Publish`. */
  readonly path: string;
  /** Its messages and kind. Methods that only stream requests are not supported. */
  readonly method: DescMethod;
  /**
   * Runs a call. Takes a message, or an async iterable of them where requests are streamed, and
   * returns a promise of a message, or an async iterable where responses are streamed. Errors other
   * than RpcError become INTERNAL.
   */
  readonly run: (request: unknown, call: GrpcCall) => unknown;
}

/** The options of a gRPC server. */
export interface GrpcOptions {
  /** A larger request is rejected with INVALID_ARGUMENT. */
  readonly maxRequestBytes: number;
  /** Why calls to this `:authority` are rejected, or undefined; none are when absent. */
  readonly rejectAuthority?: ((authority: string) => string | undefined) | undefined;
  /** Called for every call that failed, with the lowerCamelCase name of its method. */
  readonly onError?: ((method: string, error: RpcError) => void) | undefined;
  /** An error with details as an encoded google.rpc.Status. */
  readonly encodeStatus: (error: RpcError) => Uint8Array;
}

type Call = {
  readonly metadata: Metadata;
  readonly cancelled: boolean;
  getHost(): string;
  getPeer(): string;
  on(event: 'cancelled', listener: () => void): unknown;
};

/** A gRPC server for `methods` that does not listen itself: connections are passed to `accept`. */
export function createGrpcServer(methods: readonly GrpcMethod[], options: GrpcOptions): GrpcServer {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_READ_BYTES,
    'grpc.max_send_message_length': -1,
    // Channelz collects statistics for a service that this server does not expose.
    'grpc.enable_channelz': 0,
  });
  const definition: { [name: string]: ServiceDefinition[string] } = {};
  const implementation: UntypedServiceImplementation = {};
  for (const { path, method, run } of methods) {
    definition[path] = {
      path,
      requestStream: method.methodKind === 'bidi_streaming',
      responseStream: method.methodKind !== 'unary',
      requestSerialize: identity,
      requestDeserialize: identity,
      responseSerialize: identity,
      responseDeserialize: identity,
    };
    implementation[path] = handler(method, {
      run: (request, call) => run(request, call),
      open: (call) => openCall(call, options),
      decode: (bytes) => decode(method, bytes, options.maxRequestBytes),
      fail: (error) => failure(method, error, options),
    });
  }
  server.addService(definition, implementation);
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    accept: (socket) => injector.injectConnection(socket),
    close: () => {
      injector.destroy();
      server.forceShutdown();
    },
  };
}

function identity(bytes: Buffer): Buffer {
  return bytes;
}

/** Throws PERMISSION_DENIED for a call to a host that is not allowed. */
function openCall(call: Call, { rejectAuthority }: GrpcOptions): GrpcCall {
  const rejection = rejectAuthority?.(call.getHost());
  if (rejection !== undefined) throw new RpcError(StatusCode.PERMISSION_DENIED, rejection);
  let controller: AbortController | undefined;
  return {
    header: (name) => call.metadata.get(name)[0]?.toString(),
    get peer() {
      return call.getPeer();
    },
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
  };
}

function decode(method: DescMethod, bytes: Buffer, maxRequestBytes: number): Message {
  if (bytes.length > maxRequestBytes) {
    throw invalidArgument(`Request payload size exceeds the limit: ${maxRequestBytes} bytes.`);
  }
  try {
    return fromBinary(method.input, bytes);
  } catch (error) {
    throw invalidArgument(`The request is not a valid ${method.input.typeName}: ${(error as Error).message}`);
  }
}

interface GrpcStatus {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

/**
 * Reports the error of a call and returns its gRPC status. The cause of an INTERNAL one is logged.
 */
function failure(method: DescMethod, error: unknown, { onError, encodeStatus }: GrpcOptions): GrpcStatus {
  const rpcError = toRpcError(error);
  if (rpcError.cause !== undefined) console.error(printableError(rpcError.cause));
  onError?.(method.localName, rpcError);
  const metadata = new GrpcMetadata();
  if (rpcError.details.length > 0) {
    metadata.set('grpc-status-details-bin', Buffer.from(encodeStatus(rpcError)));
  }
  return { code: rpcError.code, details: rpcError.message, metadata };
}

/** What a handler does with a call, its messages and its error. */
interface CallSteps {
  readonly run: GrpcMethod['run'];
  readonly open: (call: Call) => GrpcCall;
  readonly decode: (bytes: Buffer) => Message;
  readonly fail: (error: unknown) => GrpcStatus;
}

function handler(
  method: DescMethod,
  steps: CallSteps,
):
  | handleUnaryCall<Buffer, Buffer>
  | handleServerStreamingCall<Buffer, Buffer>
  | handleBidiStreamingCall<Buffer, Buffer> {
  if (method.methodKind === 'unary') {
    return (call, callback) => {
      unary(method, call, steps)
        .then((bytes) => callback(null, bytes))
        .catch((error) => callback(steps.fail(error)));
    };
  }
  if (method.methodKind === 'server_streaming') {
    return (call: ServerWritableStream<Buffer, Buffer>) => {
      void pump(call, method, steps, () => steps.decode(call.request));
    };
  }
  return (call: ServerDuplexStream<Buffer, Buffer>) => {
    void pump(call, method, steps, () => decodeRequests(call, steps));
  };
}

async function unary(
  method: DescMethod,
  call: Call & { readonly request: Buffer },
  { run, open, decode: decodeRequest }: CallSteps,
): Promise<Buffer> {
  const context = open(call);
  const response = await (run(decodeRequest(call.request), context) as Promise<Message>);
  return encodeResponse(method.output, response);
}

async function* decodeRequests(
  call: ServerDuplexStream<Buffer, Buffer>,
  { decode: decodeRequest }: CallSteps,
): AsyncGenerator<Message> {
  try {
    // A reader that stops early must not destroy the call: its status has not been sent yet.
    const chunks = call.iterator({ destroyOnReturn: false });
    for await (const bytes of chunks) yield decodeRequest(bytes as Buffer);
  } catch (error) {
    // A client that disconnects destroys the stream; the abort signal reports that already.
    if (!call.cancelled) throw error;
  }
}

/** Sends a response stream with back-pressure. */
async function pump(
  call: ServerWritableStream<Buffer, Buffer> | ServerDuplexStream<Buffer, Buffer>,
  method: DescMethod,
  { run, open, fail }: CallSteps,
  request: () => unknown,
): Promise<void> {
  try {
    const context = open(call);
    for await (const message of run(request(), context) as AsyncIterable<Message>) {
      if (call.cancelled) return;
      if (!call.write(encodeResponse(method.output, message))) await drained(call);
    }
    call.end();
  } catch (error) {
    if (call.cancelled) return;
    // The Node SDK takes an error without headers for a failed connection, and repeats the call
    // twice within seconds.
    if (method.methodKind === 'server_streaming') call.sendMetadata(new GrpcMetadata());
    call.emit('error', fail(error));
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
