/** The exclusive right to use a folder, until `release` or the end of the process. */
export declare class FolderLock {
    #private;
    private constructor();
    /**
     * Creates the folder when it is missing, and locks it. Throws when it is locked or cannot be
     * locked.
     */
    static acquire(folder: string): FolderLock;
    /** Unlocks the folder. */
    release(): void;
}
