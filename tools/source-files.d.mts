/** Paths relative to the project, with `/`, sorted. */
export function sourceFiles(folders: readonly string[], ending: RegExp): string[];
