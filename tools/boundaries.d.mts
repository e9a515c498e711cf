/** Violations in one file, each a line for people. */
export declare function check(path: string, text: string, needs: ReadonlyMap<string, readonly string[]>): string[];
