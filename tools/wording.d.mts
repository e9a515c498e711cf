/** What to write instead of a refused word; `except` takes paths out. */
export declare const WORDS: readonly { refuse: RegExp; use: string; except?: RegExp }[];
/** The refused words of one file, one entry per line. */
export declare function refusedWords(path: string, text: string): { path: string; line: number; word: string; use: string }[];
