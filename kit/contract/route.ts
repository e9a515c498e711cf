import * as z from 'zod';
import type { Access } from './access.ts';

export { apiKey, open, ownToken, perm, signedIn } from './access.ts';

type Empty = z.ZodObject<Record<never, never>>;
const empty: Empty = z.object({});

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * How a reply leaves the server: `json` in the envelope, `bare` JSON without it (OAuth token),
 * `stream` bytes (files, exports), `events` server-sent events.
 */
export type ReplyKind = 'json' | 'bare' | 'stream' | 'events';
/** How a body arrives: `json`, `form` (urlencoded or JSON), `multipart` (the handler reads the parts itself). */
export type BodyKind = 'json' | 'form' | 'multipart';

/** One call between browser and server, declared once. */
export interface Route<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** Path after `/sjzt-datax`, parameters as `:id`. */
  readonly path: string;
  /** Other paths that answer the same (compatibility with the product family). */
  readonly aliases: readonly string[];
  /** Chinese title in the API document. */
  readonly summary: string;
  readonly access: Access;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  readonly reply: R;
  readonly replies: ReplyKind;
  readonly accepts: BodyKind;
  /** Set on writes: the action title of the operation log. The call then runs in one transaction. */
  readonly audit?: string;
  /** Milliseconds before the browser gives up; the default is 10 s. */
  readonly timeoutMs?: number;
  /** Bytes of the body, for calls that carry documents; the default is 1 MB. */
  readonly bodyLimit?: number;
  /** Levels that the body may nest, for calls that carry trees; the default is 100. */
  readonly bodyDepth?: number;
  /** Polled by pages without user action: such calls do not extend the session. */
  readonly isPassive?: boolean;
}

export type AnyRoute = Route<any, any, any, any>;

interface Spec<P, Q, B, R> {
  summary: string;
  access: Access;
  params?: P;
  query?: Q;
  body?: B;
  reply: R;
  audit?: string;
  aliases?: readonly string[];
  replies?: ReplyKind;
  accepts?: BodyKind;
  timeoutMs?: number;
  bodyLimit?: number;
  bodyDepth?: number;
  isPassive?: boolean;
}

const make =
  (method: Method) =>
  <P extends z.ZodType = Empty, Q extends z.ZodType = Empty, B extends z.ZodType = Empty, R extends z.ZodType = z.ZodType>(
    path: string,
    spec: Spec<P, Q, B, R>,
  ): Route<P, Q, B, R> => ({
    method,
    path,
    aliases: spec.aliases ?? [],
    summary: spec.summary,
    access: spec.access,
    audit: spec.audit,
    timeoutMs: spec.timeoutMs,
    bodyLimit: spec.bodyLimit,
    bodyDepth: spec.bodyDepth,
    isPassive: spec.isPassive ?? spec.replies === 'events',
    replies: spec.replies ?? 'json',
    accepts: spec.accepts ?? 'json',
    params: (spec.params ?? empty) as P,
    query: (spec.query ?? empty) as Q,
    body: (spec.body ?? empty) as B,
    reply: spec.reply,
  });

/**
 * Declares a call:
 *
 *     route.get('/system/posts/list', { summary: '岗位下拉', access: signedIn, reply: z.array(PostOption) })
 */
export const route = { get: make('GET'), post: make('POST'), put: make('PUT'), delete: make('DELETE') };

export type Contract = Record<string, AnyRoute>;
/** Keeps the exact types of a group of routes. */
export const defineContract = <C extends Contract>(contract: C): C => contract;

/** What a handler receives, after parsing. */
export interface Input<T extends AnyRoute> {
  params: z.output<T['params']>;
  query: z.output<T['query']>;
  body: z.output<T['body']>;
}
/** What a handler returns; undeclared fields are dropped before it is sent. */
export type Reply<T extends AnyRoute> = z.input<T['reply']>;

/** The reply schema of streams and event streams, which are not parsed. */
export const bytes = z.any().meta({ description: 'binary' });
