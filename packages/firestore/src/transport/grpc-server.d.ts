import { type GrpcOptions, type GrpcServer } from '@savepoint/server/grpc/grpc-server';
import type { FirestoreService } from '../rpc/firestore-service.ts';
/** A gRPC server for `service` that does not listen itself: connections are passed to `accept`. */
export declare function createGrpcServer(service: FirestoreService, options?: Pick<GrpcOptions, 'rejectAuthority' | 'onError'>): GrpcServer;
