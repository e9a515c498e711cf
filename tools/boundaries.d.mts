/** Violations in one file, each a line for people. */
export declare function check(path: string, text: string, needs: ReadonlyMap<string, readonly string[]>): string[];
/** What a file of ours needs of others of ours as soon as it is loaded. */
export declare function valueImports(path: string, text: string): string[];
/** Circles that nothing excuses, each a line for people. */
export declare function refusedCircles(graph: ReadonlyMap<string, readonly string[]>): string[];
