import { stackApi } from '../api/stack-api.ts';

/** An object in the format of Cloud Storage's JSON API. */
export interface StoredFile {
  readonly name: string;
  /** In bytes. */
  readonly size: string;
  readonly contentType?: string;
  readonly updated: string;
  readonly generation: string;
  readonly md5Hash?: string;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** One page of a folder's content. */
interface FolderPage {
  /** Names of the subfolders, each ending with a slash. */
  readonly prefixes: readonly string[];
  readonly files: readonly StoredFile[];
  readonly next: string | undefined;
}

/** A bucket and a name prefix up to a slash, which is empty for the root. */
export interface Folder {
  readonly bucket: string;
  readonly prefix: string;
}

interface ListResponse {
  readonly prefixes?: readonly string[];
  readonly items?: readonly StoredFile[];
  readonly nextPageToken?: string;
}

const PAGE_LENGTH = 200;

const objectsOf = (bucket: string) => `storage/v1/b/${encodeURIComponent(bucket)}/o`;

const filesApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getBuckets: build.query<string[], void>({
      query: () => ({ path: 'storage/b' }),
      transformResponse: ({ items }: { items: readonly { name: string }[] }) =>
        items.map(({ name }) => name).sort(),
      providesTags: ['Files'],
    }),
    getFolder: build.infiniteQuery<FolderPage, Folder, string>({
      infiniteQueryOptions: { initialPageParam: '', getNextPageParam: ({ next }) => next },
      query: ({ queryArg: { bucket, prefix }, pageParam }) => {
        const query = new URLSearchParams({ prefix, delimiter: '/', maxResults: String(PAGE_LENGTH) });
        if (pageParam !== '') query.set('pageToken', pageParam);
        return { path: `storage/${objectsOf(bucket)}?${query}` };
      },
      transformResponse: ({ prefixes = [], items = [], nextPageToken }: ListResponse) => ({
        prefixes,
        files: items,
        next: nextPageToken,
      }),
      providesTags: ['Files'],
    }),
    uploadFile: build.mutation<StoredFile, { bucket: string; name: string; content: Blob }>({
      query: ({ bucket, name, content }) => ({
        path: `storage/upload/${objectsOf(bucket)}?${new URLSearchParams({ uploadType: 'media', name })}`,
        method: 'POST',
        body: content,
      }),
      invalidatesTags: ['Files'],
    }),
    deleteFile: build.mutation<unknown, { bucket: string; name: string }>({
      query: ({ bucket, name }) => ({
        path: `storage/${objectsOf(bucket)}/${encodeURIComponent(name)}`,
        method: 'DELETE',
      }),
      invalidatesTags: ['Files'],
    }),
  }),
});

export const { useGetBucketsQuery, useGetFolderInfiniteQuery, useUploadFileMutation, useDeleteFileMutation } =
  filesApi;

/** The path of a file's content, below Studio's API. */
export function contentPath(bucket: string, { name, generation }: StoredFile): string {
  return `storage/${objectsOf(bucket)}/${encodeURIComponent(name)}?alt=media&generation=${generation}`;
}
