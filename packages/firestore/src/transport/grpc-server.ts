import type { Socket } from 'node:net';
import { createRegistry, fromJson, type JsonValue, toBinary } from '@bufbuild/protobuf';
import { AnySchema, StructSchema } from '@bufbuild/protobuf/wkt';
import {
  createGrpcServer as createServer,
  type GrpcCall,
  type GrpcMethod,
  type GrpcOptions,
  type GrpcServer,
} from '@savepoint/server/grpc/grpc-server';
import { ClientConnection } from '../core/client-connection.ts';
import type { RpcError } from '../core/rpc-error.ts';
import { Firestore } from '../gen/google/firestore/v1/firestore_pb.js';
import { StatusSchema } from '../gen/google/rpc/status_pb.js';
import type { CallContext, FirestoreService } from '../rpc/firestore-service.ts';
import { API_VERSIONS, hasMethod, serviceName } from './api-version.ts';

/** Production's limit. */
const MAX_REQUEST_BYTES = 11_534_336;

/** The open connections by the client's 'address:port'. */
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

  of(peer: string): ClientConnection | undefined {
    return this.#open.get(peer);
  }
}

/** Creates a gRPC server for `service`. It does not listen itself: pass connections to `accept`. */
export function createGrpcServer(
  service: FirestoreService,
  options: Pick<GrpcOptions, 'rejectAuthority' | 'onError'> = {},
): GrpcServer {
  const connections = new Connections();
  const methods = API_VERSIONS.flatMap((version) =>
    Firestore.methods
      .filter(({ localName }) => hasMethod(version, localName))
      .map((method): GrpcMethod => {
        const run = service[method.localName as keyof FirestoreService] as Method;
        return {
          path: `/${serviceName(version)}/${method.name}`,
          method,
          run: (request, call) => run(request, callContext(call, connections)),
        };
      }),
  );
  const server = createServer(methods, { ...options, maxRequestBytes: MAX_REQUEST_BYTES, encodeStatus });
  return {
    accept: (socket) => {
      connections.add(socket);
      server.accept(socket);
    },
    close: () => server.close(),
  };
}

type Method = (request: unknown, call: CallContext) => unknown;

function callContext(call: GrpcCall, connections: Connections): CallContext {
  return {
    authorization: call.header('authorization'),
    databaseName: call.header('google-cloud-resource-prefix'),
    traceparent: call.header('traceparent'),
    get signal() {
      return call.signal;
    },
    get connection() {
      return connections.of(call.peer);
    },
    transport: 'grpc',
  };
}

/** The types of error details: the explanation of a denied request is a Struct. */
const DETAIL_TYPES = createRegistry(StructSchema);

function encodeStatus({ code, message, details }: RpcError): Uint8Array {
  const packed = details.map((detail) =>
    fromJson(AnySchema, detail as JsonValue, { registry: DETAIL_TYPES }),
  );
  return toBinary(StatusSchema, { $typeName: 'google.rpc.Status', code, message, details: packed });
}
