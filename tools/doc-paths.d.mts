/** The links and paths of one document that lead nowhere, one entry per mention; `files` are all files of the project. */
export declare function deadPaths(path: string, text: string, files: readonly string[]): { path: string; line: number; name: string }[];
/** What one source file cites and a reader of the repository cannot open, one entry per mention. */
export declare function deadCitations(path: string, text: string, files: readonly string[]): { path: string; line: number; name: string }[];
