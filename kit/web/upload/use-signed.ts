import { useQueries } from '@tanstack/react-query';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { CallOptions } from '../client.ts';

/** A stored file with its address for `<img>`. */
export interface Signed {
  fileName: string;
  originalFilename: string;
  url: string;
}
export type SignCall = { readonly route: AnyRoute } & ((
  args: { body: { fileNames: string[] } },
  options?: CallOptions,
) => Promise<Signed[]>);

/** Signed addresses are valid for five minutes; they are renewed earlier. */
const RENEW_MS = 4 * 60_000;
/** Debounce: names requested within this time are signed in one call. */
const GATHER_MS = 10;
const MAX_NAMES = 100;

type Waiting = Map<string, ((found: Signed | null) => void)[]>;
const queues = new WeakMap<SignCall, Waiting>();

async function flush(call: SignCall, waiting: Waiting): Promise<void> {
  const names = [...waiting.keys()];
  for (let from = 0; from < names.length; from += MAX_NAMES) {
    const some = names.slice(from, from + MAX_NAMES);
    // without an address only the frame of the image is shown
    const found = await call({ body: { fileNames: some } }, { quiet: true, overlay: false }).catch(() => []);
    const byName = new Map(found.map((one) => [one.fileName, one]));
    for (const name of some) for (const resolve of waiting.get(name) ?? []) resolve(byName.get(name) ?? null);
  }
}

function signOne(call: SignCall, name: string): Promise<Signed | null> {
  return new Promise((resolve) => {
    let waiting = queues.get(call);
    if (!waiting) {
      const fresh: Waiting = new Map();
      queues.set(call, fresh);
      waiting = fresh;
      setTimeout(() => {
        queues.delete(call);
        void flush(call, fresh);
      }, GATHER_MS);
    }
    waiting.set(name, [...(waiting.get(name) ?? []), resolve]);
  });
}

/** Addresses and original names of stored files, for `<img>` and links. */
export function useSigned(call: SignCall, names: readonly string[]): Map<string, Signed> {
  return useQueries({
    queries: [...new Set(names)].map((name) => ({
      queryKey: ['/file/files', 'signed', name],
      queryFn: () => signOne(call, name),
      staleTime: RENEW_MS,
      refetchInterval: RENEW_MS,
    })),
    combine: (answers) => new Map(answers.flatMap(({ data }) => (data ? [[data.fileName, data] as const] : []))),
  });
}
