import type { CallError } from '#kit/web/send.ts';
import { refusedPaths } from '../editor/draft.ts';

/** What the server says of single parameters, by their names. */
export function paramProblems(error: CallError | null): ReadonlyMap<string, string> {
  const listed = [...(refusedPaths(error?.detail) ?? [])];
  return new Map(listed.flatMap(([path, message]) => (path.startsWith('params.') ? [[path.slice('params.'.length), message]] : [])));
}
