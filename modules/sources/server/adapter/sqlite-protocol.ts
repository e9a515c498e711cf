/**
 * What the server and a thread with an SQLite file say to each other (`sqlite-thread.ts` ↔ `sqlite-worker.ts`). The thread holds a copy
 * of the file in its memory and runs one statement at a time; rows are pulled. A statement that runs too long is ended with its thread.
 */
export type ThreadRequest =
  | { readonly call: 'open'; readonly path: string; readonly wasm: string }
  | { readonly call: 'query'; readonly text: string; readonly params: readonly (string | number | null)[] }
  | { readonly call: 'read'; readonly most: number }
  | { readonly call: 'close' };
export interface ThreadReply {
  readonly result?: unknown;
  readonly failure?: string;
}
/** A first row that was looked at to know the kinds of columns comes again with the first `read`. */
export interface ThreadColumns {
  readonly columns: readonly { readonly name: string; readonly type: 'integer' | 'real' | 'text' | 'blob' | 'null' }[];
}
