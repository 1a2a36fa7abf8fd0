// What the patches use of the Storage emulator.
import type { NextFunction, Request, Response } from 'express';
import type { Load } from '../patch.ts';
import type { Conditions } from './storage-conditions.ts';

/** A checksum that a client states. */
export interface Checksum {
  readonly algorithm: 'crc32c' | 'md5';
  readonly value: string;
}

/** An object as it is stored. */
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

/** A bucket as it is listed. */
interface StoredBucket {
  readonly name: string;
  readonly etag: string;
  readonly metageneration: number;
}

/** Of the metadata of an upload, what is checked; others are stored as they are. */
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

/** Content that has arrived, with what the patches add to it: what its object has to fulfill. */
export interface Upload {
  readonly id: string;
  readonly bucketId: string;
  readonly objectId: string;
  /** Of the file with the content. */
  readonly path: string;
  readonly size: number;
  readonly metadata?: UploadMetadata;
  status: string;
  /** What a client of Firebase's API gets that asks again. */
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
  /** It may do everything. */
  readonly adminStorageLayer: StorageLayer;
  readonly uploadService: UploadService;
}

/** What is used of lib/emulator/storage/metadata.js. */
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
  /** The object as rules see it. */
  asRulesResource(proposedChanges?: { readonly contentLanguage?: string | null }): object;
}

export interface GenerationOptions {
  readonly generation?: number;
}

/** What is used of lib/emulator/storage/crc.js. */
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
  /** The query parameters, checked. */
  readonly query: Readonly<Record<string, string>>;
  /** The names in the path, where the method has them. */
  readonly bucket: string;
  readonly object: string;
}
