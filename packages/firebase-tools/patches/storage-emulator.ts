// The parts of the Storage emulator that the patches use.
import type { NextFunction, Request, Response } from 'express';
import type { Load } from '../patch.ts';
import type { Conditions } from './storage-conditions.ts';

/** A checksum sent by a client. */
export interface Checksum {
  readonly algorithm: 'crc32c' | 'md5';
  readonly value: string;
}

/** A stored object. */
export interface StoredObject {
  readonly bucket: string;
  readonly name: string;
  readonly etag: string;
  readonly generation: number;
  readonly metageneration: number;
  readonly size: number;
  readonly crc32c: string;
  readonly contentLanguage?: string;
  update(changes: object): void;
}

/** A listed bucket. */
interface StoredBucket {
  readonly name: string;
  readonly etag: string;
  readonly metageneration: number;
}

/** The checked metadata of an upload; other fields are stored unchanged. */
interface UploadMetadata {
  readonly [name: string]: unknown;
  readonly md5Hash?: string | null;
  readonly crc32c?: string | null;
}

interface UploadRequest {
  readonly bucketId: string;
  readonly objectId: string;
  readonly metadata: UploadMetadata;
  readonly authorization?: string | undefined;
}

/** Uploaded content, with the patches' additions: the requirements for its object. */
export interface Upload {
  readonly id: string;
  readonly bucketId: string;
  readonly objectId: string;
  /** Path of the file with the content. */
  readonly path: string;
  readonly size: number;
  readonly metadata?: UploadMetadata;
  status: string;
  /** The response to a client of Firebase's API that retries. */
  prevResponseCode?: number;
  conditions?: Conditions;
  checksums?: readonly Checksum[];
}

export interface UploadService {
  multipartUpload(upload: UploadRequest & { readonly dataRaw: Buffer }): Upload;
  startResumableUpload(upload: UploadRequest): Upload;
  continueResumableUpload(id: string, bytes: Buffer): void;
  finalizeResumableUpload(id: string): void;
  cancelResumableUpload(id: string): void;
  getResumableUpload(id: string): Upload;
}

interface CopyRequest {
  readonly sourceBucket: string;
  readonly sourceObject: string;
  readonly destinationBucket: string;
  readonly destinationObject: string;
  readonly incomingMetadata: object;
  readonly authorization: string;
  readonly conditions?: Conditions;
}

export interface Persistence {
  readBytes(path: string, size: number): Buffer;
  deleteFile(path: string, ...options: readonly unknown[]): void;
}

export interface StorageLayer {
  readonly _persistence: Persistence;
  readonly _cloudFunctions: { dispatch(action: string, object: object): void };
  path(bucketId: string, objectId: string): string;
  createBucket(bucketId: string): void;
  copyObject(request: CopyRequest): StoredObject;
  deleteFile(bucketId: string, objectId: string): unknown;
  getBytes(bucketId: string, objectId: string): Buffer | undefined;
  getMetadata(bucketId: string, objectId: string): StoredObject | undefined;
  listBuckets(): Promise<readonly StoredBucket[]>;
  listObjects(query: {
    readonly bucketId: string;
    readonly prefix: string;
    readonly delimiter: string;
    readonly maxResults: number;
  }): Promise<{ readonly items?: readonly StoredObject[]; readonly prefixes?: readonly string[] }>;
  updateObjectMetadata(request: { readonly metadata?: UploadMetadata }): Promise<StoredObject>;
  uploadObject(upload: Upload): Promise<StoredObject>;
}

export interface StorageEmulator {
  /** Has full access. */
  readonly adminStorageLayer: StorageLayer;
  readonly uploadService: UploadService;
}

/** The used parts of lib/emulator/storage/metadata.js. */
export interface MetadataModule {
  StoredFileMetadata: StoredFileMetadata;
  readonly CloudStorageObjectMetadata: new (metadata: StoredObject) => object;
}

interface StoredFileMetadata {
  new (options: GenerationOptions, cloudFunctions: unknown, ...others: readonly unknown[]): StoredFile;
  readonly prototype: StoredFile;
  fromJSON(data: string, cloudFunctions: unknown): StoredFile;
}

export interface StoredFile extends StoredObject {
  /** The object as seen by rules. */
  asRulesResource(proposedChanges?: { readonly contentLanguage?: string | null }): object;
}

export interface GenerationOptions {
  readonly generation?: number;
}

/** The used parts of lib/emulator/storage/crc.js. */
export interface Crc {
  crc32c(bytes: Buffer): number;
  crc32cToString(decimal: string): string;
}

/** The names in a path. */
export type Names = Readonly<Record<string, string>>;

/** A request to the JSON API. */
export interface Call {
  readonly emulator: StorageEmulator;
  readonly load: Load;
  readonly request: Request<Names>;
  readonly response: Response;
  readonly next: NextFunction;
  /** The validated query parameters. */
  readonly query: Readonly<Record<string, string>>;
  /** The names in the path, if the method has them. */
  readonly bucket: string;
  readonly object: string;
}
