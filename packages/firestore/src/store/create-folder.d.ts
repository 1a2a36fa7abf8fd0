/**
 * Creates a folder and those above it where they are missing. Throws the system's error. In
 * contrast to mkdirSync with `recursive`, it ends where the file system denies the existence of a
 * folder that it does not let anybody create (/proc).
 */
export declare function createFolder(folder: string): void;
