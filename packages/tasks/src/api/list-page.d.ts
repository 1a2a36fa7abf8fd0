interface Page<Item> {
    readonly items: readonly Item[];
    readonly nextPageToken?: string;
}
/** The page of a list that `pageSize` and `pageToken` of a query ask for. A token is an offset. */
export declare function listPage<Item>(all: readonly Item[], { pageSize, pageToken }: Readonly<Record<string, string>>, maxSize: number): Page<Item>;
export {};
