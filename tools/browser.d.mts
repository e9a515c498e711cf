/** Path of the browser, null when there is none. */
export function findBrowser(): string | null;
/** Null when browser and font are there, else the sentence that says what is missing. */
export function ensureBrowser(): string | null;
