import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ArgsOf, CallOptions, ReplyOf } from './client.ts';
import type { CallError } from './send.ts';
import type { AnyRoute } from '#kit/contract/route.ts';

interface AnyCall {
  readonly route: AnyRoute;
}
type Run = (args: unknown, options?: CallOptions) => Promise<unknown>;

/** Base path of an entity: `/system/posts/:id` → `/system/posts`; its calls share it or stand below it. */
const baseOf = (path: string): string => path.split('/:')[0]!.replace(/\/(page|list|batch|options|tree|stat|stats|figures)$/, '');

/** Query key of a call; starts with the entity's base path so that writes can invalidate it. */
export const callKey = (call: AnyCall, args?: unknown): readonly unknown[] => [
  baseOf(call.route.path),
  call.route.method,
  call.route.path,
  args ?? {},
];

interface UseCallOptions {
  enabled?: boolean;
  /** milliseconds during which an answer is not asked for again */
  staleTime?: number;
  refetchInterval?: number;
  /** keeps the old rows on the screen while the next page is on its way */
  keepPrevious?: boolean;
}

type CallArgs<C> =
  Record<never, never> extends ArgsOf<C> ? [args?: ArgsOf<C>, options?: UseCallOptions] : [args: ArgsOf<C>, options?: UseCallOptions];

/** Reads a declared call with TanStack Query: `const page = useCall(api.post.page, { query })`. The view renders errors itself. */
export function useCall<C extends AnyCall>(call: C, ...[args, options = {}]: CallArgs<C>): UseQueryResult<ReplyOf<C>, CallError> {
  const { keepPrevious, ...rest } = options;
  return useQuery<ReplyOf<C>, CallError>({
    queryKey: callKey(call, args),
    queryFn: async ({ signal }) => (await (call as unknown as Run)(args, { signal, quiet: true, overlay: false })) as ReplyOf<C>,
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...rest,
  });
}

interface UseWriteOptions<C> {
  /** further entities to invalidate, besides the call's own */
  refreshes?: readonly AnyCall[];
  /** the caller shows the error itself */
  quiet?: boolean;
  overlay?: boolean;
  submission?: CallOptions['submission'];
  /** the question before the call, of calls that may be submitted for approval instead: see `CallOptions` */
  confirm?: (args: ArgsOf<C>) => Promise<boolean>;
  onSuccess?: (reply: ReplyOf<C>) => void;
  onError?: (error: CallError, args: ArgsOf<C>) => void;
}

/** Mutation hook: `const save = useWrite(api.post.update)`; invalidates the entity's queries afterwards. */
export function useWrite<C extends AnyCall>(
  call: C,
  options: UseWriteOptions<C> = {},
): UseMutationResult<ReplyOf<C>, CallError, ArgsOf<C>> {
  const refresh = useRefresh();
  return useMutation<ReplyOf<C>, CallError, ArgsOf<C>>({
    mutationFn: async (args) =>
      (await (call as unknown as Run)(args, {
        quiet: options.quiet,
        overlay: options.overlay,
        submission: options.submission,
        ...(options.confirm && { confirm: () => options.confirm?.(args) ?? Promise.resolve(false) }),
      })) as ReplyOf<C>,
    onError: options.onError,
    onSuccess: async (reply) => {
      options.onSuccess?.(reply);
      await refresh(call, ...(options.refreshes ?? []));
    },
  });
}

/** Reads below the path of an entity (`/orders/mine`) tell of the same rows; what is posted below it (previews, analyses) does not. */
const isAbout = (base: string, [own, method]: readonly unknown[]): boolean =>
  own === base || (method === 'GET' && typeof own === 'string' && own.startsWith(`${base}/`));

/** Invalidates all queries of the entities of these calls. */
export function useRefresh(): (...calls: AnyCall[]) => Promise<void> {
  const client = useQueryClient();
  return useCallback(
    async (...calls) => {
      const bases = new Set(calls.map((call) => baseOf(call.route.path)));
      const isAffected = ({ queryKey }: { queryKey: readonly unknown[] }) => [...bases].some((base) => isAbout(base, queryKey));
      // a first read in flight may have started before the change: cancel it instead of waiting for its stale result
      void client.cancelQueries({ predicate: (query) => isAffected(query) && query.state.data === undefined && !query.isDisabled() });
      await client.invalidateQueries({ predicate: isAffected });
    },
    [client],
  );
}

/** What a call answers: `CallReply<typeof api.post.page>`. */
export type CallReply<C> = ReplyOf<C>;
