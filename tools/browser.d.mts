/** Path of the browser, null when there is none; CHROMIUM names another one. */
export declare function findBrowser(): string | null;
/** Null when browser and Chinese font are there (installed now if need be), else the sentence that says what is missing. */
export declare function ensureBrowser(): string | null;
