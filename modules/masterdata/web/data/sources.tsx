import type { CallReply } from '#kit/web/use-call.ts';
import type { api } from '../api.ts';

type RecordXrefs = CallReply<typeof api.data.xrefs>;

/** The letter of each source of a record: the same wherever the record is shown. */
export function sourceLetters(found: RecordXrefs | undefined): ReadonlyMap<string, string> {
  const names = [...(found?.xrefs ?? []), ...(found?.attributes ?? [])].flatMap(({ sourceName }) =>
    sourceName === null ? [] : [sourceName],
  );
  return new Map([...new Set(names)].map((name, at) => [name, String.fromCodePoint(65 + (at % 26))]));
}

/** 18 × 18 with the letter of a source. */
export const SourceTag = ({ letter }: { letter: string }) => <span className={`md-source ${letter.toLowerCase()}`}>{letter}</span>;
