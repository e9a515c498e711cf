import { useQueries } from '@tanstack/react-query';

/** Children of one node: where they are cached and how they are read. */
interface Branch<Row> {
  key: string;
  queryKey: readonly unknown[];
  read: (signal: AbortSignal) => Promise<readonly Row[]>;
}
const FRESH = 60_000;

interface Branches<Row> {
  /** children by node; undefined = on their way, or failed */
  below: ReadonlyMap<string, readonly Row[] | undefined>;
  /** nodes whose children are on their way */
  loading: ReadonlySet<string>;
  error: Error | null;
  retry: () => void;
}

/** Children of the opened nodes of a tree that is loaded as it is opened. */
export function useBranches<Row>(opened: readonly Branch<Row>[]): Branches<Row> {
  const answers = useQueries({
    queries: opened.map(({ queryKey, read }) => ({
      queryKey,
      queryFn: ({ signal }: { signal: AbortSignal }) => read(signal),
      staleTime: FRESH,
    })),
  });
  return {
    below: new Map(opened.map(({ key }, i) => [key, answers[i]?.data])),
    loading: new Set(opened.filter((_, i) => answers[i]?.isLoading).map(({ key }) => key)),
    error: answers.find((answer) => answer.error)?.error ?? null,
    retry: () => {
      for (const answer of answers) if (answer.error) void answer.refetch();
    },
  };
}
