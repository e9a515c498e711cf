/** What `npm run new:entity` was asked for. */
export interface Asked {
  readonly module: string;
  readonly entity: string;
  readonly label: string;
  readonly under: string;
  readonly code: string;
  readonly table: string;
  readonly base: string;
  readonly nameField: string;
}
/** What was asked for, from the words of the command line; throws with the way to write them. */
export declare function askedFor(words: readonly string[]): Asked;
/** The new files: path → text. */
export declare function newFiles(asked: Asked): Map<string, string>;
/** server/index.ts with the entity in its list. */
export declare function withEntity(text: string, asked: Asked): string;
/** web/index.ts with the page under its key. */
export declare function withPage(text: string, asked: Asked): string;
