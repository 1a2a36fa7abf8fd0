// grpc-js handles only raw bytes; @bufbuild/protobuf encodes and decodes them here.

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

/**
 * Requests above the limit are read up to this size, so that they can be rejected with a message.
 */
const MAX_READ_BYTES = 64 * 1024 * 1024;

/** A gRPC server without its own listening socket. */
export interface GrpcServer {
  /** Serves one HTTP/2 connection with prior knowledge. */
  accept(socket: Socket): void;
  /** Cancels all calls and closes all connections. */
  close(): void;
}

/** One call, as passed to a method. */
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
  /** Its messages and kind. Client-streaming methods are not supported. */
  readonly method: DescMethod;
  /**
   * Runs a call. Takes a message, or an async iterable of messages if requests are streamed.
   * Returns a promise of a message, or an async iterable if responses are streamed. Errors other
   * than RpcError become INTERNAL.
   */
  readonly run: (request: unknown, call: GrpcCall) => unknown;
}

export interface GrpcOptions {
  /** Larger requests are rejected with INVALID_ARGUMENT. */
  readonly maxRequestBytes: number;
  /**
   * Returns the reason why calls to this `:authority` are rejected, or undefined. If absent, no
   * calls are rejected.
   */
  readonly rejectAuthority?: ((authority: string) => string | undefined) | undefined;
  /** Called for every failed call, with the lowerCamelCase method name. */
  readonly onError?: ((method: string, error: RpcError) => void) | undefined;
  /** Encodes an error with details as a google.rpc.Status. */
  readonly encodeStatus: (error: RpcError) => Uint8Array;
}

type Call = {
  readonly metadata: Metadata;
  readonly cancelled: boolean;
  getHost(): string;
  getPeer(): string;
  on(event: 'cancelled', listener: () => void): unknown;
};

/** A gRPC server for `methods`. It does not listen itself: pass connections to `accept`. */
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

/** Throws PERMISSION_DENIED for a call to a disallowed host. */
function openCall(call: Call, { rejectAuthority }: GrpcOptions): GrpcCall {
  const rejection = rejectAuthority?.(call.getHost());
  if (rejection !== undefined) throw new RpcError(StatusCode.PERMISSION_DENIED, rejection);
  let controller: AbortController | undefined;
  return {
    header: (name) => call.metadata.get(name)[0]?.toString(),
    get peer() {
      return call.getPeer();
    },
    // Created lazily: most calls end before anything needs the signal.
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
 * Reports the error of a call and returns its gRPC status. The cause of an INTERNAL error is
 * logged.
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

/** The parts of a handler: how it reads requests, sends messages and reports errors. */
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
    // A reader that stops early must not destroy the call, because its status has not been sent
    // yet.
    const chunks = call.iterator({ destroyOnReturn: false });
    for await (const bytes of chunks) yield decodeRequest(bytes as Buffer);
  } catch (error) {
    // When a client disconnects, the stream is destroyed; the abort signal already reports that.
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
    // The Node SDK treats an error without headers as a failed connection and repeats the call
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
