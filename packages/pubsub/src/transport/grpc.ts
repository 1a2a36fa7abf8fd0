import { createRegistry, fromJson, type JsonValue, toBinary } from '@bufbuild/protobuf';
import { AnySchema } from '@bufbuild/protobuf/wkt';
import type { RpcError } from '@savepoint/server/core/rpc-error';
import { createGrpcServer, type GrpcServer } from '@savepoint/server/grpc/grpc-server';
import { ErrorInfoSchema } from '../gen/google/rpc/error_details_pb.js';
import { StatusSchema } from '../gen/google/rpc/status_pb.js';
import type { ServiceMethod } from './methods.ts';

/** Production accepts requests of 10 MB; a 10 MB message has some overhead. */
export const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** A gRPC server for the methods. */
export function createGrpc(
  methods: readonly ServiceMethod[],
  options: {
    readonly rejectAuthority: (host: string) => string | undefined;
    readonly onError: (method: string, error: RpcError) => void;
  },
): GrpcServer {
  const grpcMethods = methods.map(({ method, run }) => ({
    path: `/${method.parent.typeName}/${method.name}`,
    method,
    run,
  }));
  return createGrpcServer(grpcMethods, { ...options, maxRequestBytes: MAX_REQUEST_BYTES, encodeStatus });
}

const DETAIL_TYPES = createRegistry(ErrorInfoSchema);

function encodeStatus({ code, message, details }: RpcError): Uint8Array {
  const packed = details.map((detail) =>
    fromJson(AnySchema, detail as JsonValue, { registry: DETAIL_TYPES }),
  );
  return toBinary(StatusSchema, { $typeName: 'google.rpc.Status', code, message, details: packed });
}
