import type * as z from 'zod';
import type { AnyRoute } from '#kit/contract/route.ts';

type Keys<T> = T extends z.ZodObject<infer S> ? keyof S : 'value';
type Part<N extends string, T extends z.ZodType> = [Keys<T>] extends [never]
  ? unknown
  : Record<never, never> extends z.input<T>
    ? { [K in N]?: z.input<T> }
    : { [K in N]: z.input<T> };

/** What a call takes: `params`, `query`, `body` as far as the contract declares them. */
export type Args<T extends AnyRoute> = Part<'params', T['params']> & Part<'query', T['query']> & Part<'body', T['body']>;

/** Options of one request; all have defaults. */
export interface CallOptions {
  signal?: AbortSignal;
  /** false = without the loading overlay; by default writes and downloads show it, reads do not */
  overlay?: boolean;
  /** the caller handles the error itself; redirects to /login, /lock … still happen */
  quiet?: boolean;
  timeoutMs?: number;
  /** the call is made although the page goes; its body is small */
  keepalive?: boolean;
  headers?: Record<string, string>;
  /** `ask-picks`: the caller shows itself where a submission goes, so that it is asked only whom it picks */
  submission?: 'ask' | 'ask-picks';
  /** asks whether it shall be done, where it is done at once; where it is submitted the dialog of the submission asks instead */
  confirm?: () => Promise<boolean>;
}

/** A typed function for a declared call; carries its route so that buttons can check permission. */
export type Call<T extends AnyRoute = AnyRoute> = { readonly route: T } & (Record<never, never> extends Args<T>
  ? (args?: Args<T>, options?: CallOptions) => Promise<z.output<T['reply']>>
  : (args: Args<T>, options?: CallOptions) => Promise<z.output<T['reply']>>);

export type Client<T> = {
  readonly [K in keyof T]: T[K] extends AnyRoute ? Call<T[K]> : Client<T[K]>;
};

/** Untyped arguments, as the transport receives them. */
export interface LooseArgs {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}
/** The part of a route that the transport needs. */
export type SentRoute = Pick<AnyRoute, 'method' | 'path'> & Partial<AnyRoute>;
export type Transport = (route: SentRoute, args: LooseArgs, options?: CallOptions) => Promise<unknown>;

/** The arguments and the answer of a call, for hooks and components that take any call. */
export type ArgsOf<C> = C extends { readonly route: infer T extends AnyRoute } ? Args<T> : never;
export type ReplyOf<C> = C extends { readonly route: infer T extends AnyRoute } ? z.output<T['reply']> : never;

const isRoute = (node: object): node is AnyRoute => 'method' in node && 'path' in node && 'access' in node;

/**
 * Typed functions for declared calls; names and types come from the contract, nothing is generated:
 *
 *     const api = createClient(system, send);
 *     await api.post.page({ query: { pageNum: 2 } });
 */
export function createClient<T extends object>(contracts: T, send: Transport): Client<T> {
  const wrap = (node: object): unknown =>
    isRoute(node)
      ? Object.assign((args: LooseArgs = {}, options?: CallOptions) => send(node, args, options), {
          route: node,
        })
      : Object.fromEntries(Object.entries(node).map(([name, child]) => [name, wrap(child as object)]));
  return wrap(contracts) as Client<T>;
}

/**
 * A call about one thing, for parts that know calls without path parameters (lists, workbooks): its path holds the values, its permission and
 * schemas are those of the call.
 */
export function bindCall<C extends { readonly route: AnyRoute }>(call: C, params: Readonly<Record<string, string>>): C {
  const path = call.route.path.replace(/:(\w+)/g, (all: string, name: string) => {
    const value = params[name];
    return value === undefined || value === '' ? all : encodeURIComponent(value);
  });
  const bound = (args: LooseArgs = {}, options?: CallOptions) =>
    (call as unknown as (args: LooseArgs, options?: CallOptions) => unknown)({ ...args, params: { ...params, ...args.params } }, options);
  return Object.assign(bound, { route: { ...call.route, path } }) as unknown as C;
}
