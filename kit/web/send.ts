import type { AnyRoute } from '#kit/contract/route.ts';
import type { CallOptions, LooseArgs, SentRoute, Transport } from './client.ts';
import { noteServerTime } from './server-clock.ts';
import { session } from './session.ts';
import { uiTexts } from './ui-texts.ts';

export const BASE = '/sjzt-datax';
const TIMEOUT_MS = 10_000;
/** time limit of file transfers, longer than for JSON */
const TRANSFER_TIMEOUT_MS = 300_000;

/** Key of the answer that asks before something is submitted for approval: a question, no failure. */
export const ASKED = 'flow.asked';
/** Key of a call that the person has called off at that question: nothing has changed, and nothing has to be said. */
export const CANCELLED = 'client.cancelled';

/** A failed call. `key` is the error key of the server, or `client.*`. */
export class CallError extends Error {
  readonly status: number;
  readonly key: string;
  readonly requestId: string | null;
  readonly detail: unknown;

  constructor(input: { status: number; key: string; message: string; requestId?: string | null; detail?: unknown; cause?: unknown }) {
    super(input.message, { cause: input.cause });
    this.name = 'CallError';
    this.status = input.status;
    this.key = input.key;
    this.requestId = input.requestId ?? null;
    this.detail = input.detail ?? null;
  }
}

/** Callbacks into the program around the transport. */
export interface SendHost {
  error(text: string): void;
  /** shows a loading overlay; the result hides it */
  overlay(text: string): () => void;
  /** the session has ended: redirect to /login */
  signedOut(delayMs: number): void;
  locked(): void;
  mustChangePassword(): void;
}

let host: SendHost = {
  error: () => {},
  overlay: () => () => {},
  signedOut: () => {},
  locked: () => {},
  mustChangePassword: () => {},
};
/** Registers messages, overlay and navigation, once at start. */
export const setSendHost = (next: SendHost): void => {
  host = next;
};

interface Envelope {
  code?: number;
  msg?: string | null;
  data?: unknown;
  error?: string;
  requestId?: string;
  timestamp?: number;
}

const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean));

function queryText(query: Record<string, unknown> | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value)) for (const one of value) search.append(name, asText(one));
    else search.set(name, asText(value));
  }
  const text = search.toString();
  return text && `?${text}`;
}

/** URL of a call: path parameters filled in, empty query parameters omitted. */
function addressOf(route: SentRoute, args: LooseArgs): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = args.params?.[name];
    if (value === undefined || value === null || value === '') throw new Error(`missing path parameter ${name} of ${route.path}`);
    return encodeURIComponent(Array.isArray(value) ? value.join(',') : asText(value));
  });
  return BASE + path + queryText(args.query);
}

function bodyOf(route: SentRoute, args: LooseArgs): { body?: BodyInit; type?: string } {
  if (args.body instanceof FormData) return { body: args.body };
  if (route.accepts === 'form') {
    const fields = Object.entries((args.body ?? {}) as Record<string, unknown>).filter(
      ([, value]) => value !== undefined && value !== null,
    );
    return { body: new URLSearchParams(fields.map(([name, value]) => [name, asText(value)])) };
  }
  if (route.method === 'GET' || args.body === undefined) return {};
  return { body: JSON.stringify(args.body), type: 'application/json' };
}

/** Message of a response. */
function textOf(status: number, envelope: Envelope): string {
  if (status === 403) return envelope.error === 'auth.noPermission' ? envelope.msg || uiTexts.noPermission : uiTexts.sessionOver;
  if (status === 404) return !envelope.error || envelope.error === 'route.notFound' ? uiTexts.notFound : envelope.msg || uiTexts.notFound;
  if (status === 500) return envelope.msg || uiTexts.systemError;
  return envelope.msg || uiTexts.requestError;
}

/** Redirects on session errors; true when that makes a toast unnecessary. */
function react(status: number, key: string, token: string | null): boolean {
  if (status === 423) {
    host.locked();
    return true;
  }
  if (status === 428) {
    host.mustChangePassword();
    return true;
  }
  const over = status === 401 || (status === 403 && key !== 'auth.noPermission');
  if (!over) return false;
  // several calls may fail at once, and some may belong to an earlier session: only the first one of the current session is handled
  const first = token !== null && session.get().token === token;
  if (first && !session.isStored(token)) {
    session.reload(); // another tab has signed in: its session must not be ended
    return true;
  }
  if (first) {
    const delayMs = status === 401 ? 0 : 1000;
    session.reset(delayMs > 0);
    host.signedOut(delayMs);
  }
  return status === 401 || !first;
}

function failure(status: number, envelope: Envelope, token: string | null, quiet: boolean | undefined, text?: string): CallError {
  const key = envelope.error ?? (status >= 500 ? 'server.failure' : 'client.refused');
  const message = text ?? textOf(status, envelope);
  const settled = react(status, key, token);
  // the end of the session is announced even where the caller handles errors itself
  const isEnd = status === 403 && key !== 'auth.noPermission';
  if (!settled && key !== ASKED && (isEnd || !quiet)) host.error(message);
  return new CallError({
    status,
    key,
    message,
    requestId: envelope.requestId,
    detail: envelope.data,
  });
}

interface Answer {
  response: Response;
  token: string | null;
}

/**
 * Reloading aborts requests in flight, which looks like a network failure for a moment. Waiting this long lets the page unload first, so
 * that a reload shows no error and ends no session.
 */
const LEAVING_MS = 250;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** One fetch with timeout, overlay and bearer token; every failure becomes a CallError. */
async function request(route: SentRoute, args: LooseArgs, options: CallOptions & { overlayText: string | null }): Promise<Answer> {
  const { token } = session.get();
  let init: { address: string; body?: BodyInit; headers: Record<string, string> };
  try {
    const { body, type } = bodyOf(route, args);
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(type && { 'content-type': type }),
    };
    if (token && route.path !== '/auth/oauth/token') headers['authorization'] = `Bearer ${token}`;
    init = { address: addressOf(route, args), body, headers: { ...headers, ...options.headers } };
  } catch (cause) {
    if (!options.quiet) host.error(uiTexts.requestError);
    throw new CallError({ status: 0, key: 'client.setup', message: uiTexts.requestError, cause });
  }
  const limit = AbortSignal.timeout(
    options.timeoutMs ??
      route.timeoutMs ??
      (route.replies === 'stream' || args.body instanceof FormData ? TRANSFER_TIMEOUT_MS : TIMEOUT_MS),
  );
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  const close = options.overlayText === null ? null : host.overlay(options.overlayText);
  try {
    return {
      response: await fetch(init.address, {
        method: route.method,
        headers: init.headers,
        body: init.body,
        signal,
        ...(options.keepalive && { keepalive: true }),
      }),
      token,
    };
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    await pause(LEAVING_MS);
    const message = limit.aborted ? uiTexts.requestTimeout : uiTexts.requestError;
    if (!options.quiet) host.error(message);
    throw new CallError({
      status: 0,
      key: limit.aborted ? 'client.timeout' : 'client.noResponse',
      message,
      cause,
    });
  } finally {
    close?.();
  }
}

async function envelopeOf(response: Response): Promise<Envelope | null> {
  const text = await response.text().catch(async (cause: unknown) => {
    await pause(LEAVING_MS);
    throw new CallError({ status: 0, key: 'client.noResponse', message: uiTexts.requestError, cause });
  });
  if (!text) return null;
  try {
    const parsed = JSON.parse(text) as unknown;
    const isObject = parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed);
    if (isObject) noteServerTime((parsed as Envelope).timestamp);
    return isObject ? (parsed as Envelope) : { data: parsed };
  } catch {
    return null;
  }
}

/** Makes a write with what it may have to ask first. */
/** The failure of a call that the person has called off. */
export const cancelled = () => new CallError({ status: 0, key: CANCELLED, message: '没有提交' });

type Asking = (options: CallOptions, run: (options: CallOptions) => Promise<unknown>) => Promise<unknown>;
let asking: Asking | null = null;
/** Registers what asks before a write submits something for approval (`submission.ts`); null: nobody can be asked. */
export const setSubmissionAsking = (ask: Asking | null): void => {
  asking = ask;
};

/** The transport of every client: `createClient(contract, send)`. Unwraps the envelope to its data. */
export const send: Transport = (route, args, options = {}) => {
  const run = (given: CallOptions) => sendOnce(route, args, given);
  if (asking && route.audit !== undefined) return asking(options, run);
  return options.confirm ? whenConfirmed(options.confirm, () => run(options)) : run(options);
};

async function whenConfirmed(confirm: () => Promise<boolean>, run: () => Promise<unknown>): Promise<unknown> {
  if (!(await confirm())) throw cancelled();
  return run();
}

const sendOnce = async (route: SentRoute, args: LooseArgs, options: CallOptions): Promise<unknown> => {
  const overlay = options.overlay ?? route.audit !== undefined;
  const { response, token } = await request(route, args, {
    ...options,
    overlayText: overlay ? uiTexts.loading : null,
  });
  const envelope = await envelopeOf(response);
  if (!response.ok) throw failure(response.status, envelope ?? {}, token, options.quiet);
  if (route.replies === 'bare') return envelope;
  // a body without `code` counts as 200
  const code = Number(envelope?.code ?? 200);
  if (code !== 200) throw failure(code, envelope ?? {}, token, options.quiet);
  return envelope === null || !('data' in envelope) ? (envelope && !('code' in envelope) ? envelope : null) : envelope.data;
};

/** Downloads a file under the given name, which may depend on the reply. */
export async function download(
  call: { readonly route: AnyRoute },
  args: LooseArgs,
  fileName: string | (() => Promise<string>),
  options: CallOptions = {},
): Promise<void> {
  const blob = await fetchBlob(call, args, { ...options, overlay: options.overlay ?? true });
  const name = typeof fileName === 'string' ? fileName : await fileName();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** Downloads bytes, for instance an image that needs the session. */
export async function fetchBlob(call: { readonly route: AnyRoute }, args: LooseArgs, options: CallOptions = {}): Promise<Blob> {
  const answer = await request(call.route, args, {
    ...options,
    overlayText: options.overlay ? uiTexts.downloading : null,
  });
  const { response, token } = answer;
  // a file may be JSON itself: then it comes under a name
  const isEnvelope =
    (response.headers.get('content-type')?.includes('application/json') ?? false) && !response.headers.has('content-disposition');
  if (response.ok && !isEnvelope) return response.blob();
  const envelope = (await envelopeOf(response)) ?? {};
  const status = response.ok ? Number(envelope.code ?? 500) : response.status;
  // session and permission errors keep their own text; all others are reported as a failed download
  const own = status === 401 || status === 403 || status === 423 || status === 428;
  throw failure(status, envelope, token, options.quiet, own ? undefined : uiTexts.downloadError);
}

/** Opens a streaming response such as NDJSON; the caller shows errors. Rejects with a CallError. */
export async function openAnswer(
  call: { readonly route: AnyRoute },
  args: LooseArgs,
  options: CallOptions = {},
): Promise<ReadableStream<Uint8Array>> {
  const { response, token } = await request(call.route, args, { ...options, quiet: true, overlayText: null });
  if (response.ok && response.body) return response.body;
  throw failure(response.status, (await envelopeOf(response)) ?? {}, token, true);
}

/** Uploads one file as multipart field `file`; the envelope is unwrapped as usual. */
export function upload<T extends AnyRoute>(
  call: { readonly route: T },
  file: Blob,
  options: CallOptions & { fileName?: string; args?: LooseArgs } = {},
): Promise<unknown> {
  const body = new FormData();
  body.append('file', file, options.fileName ?? (file instanceof File ? file.name : 'file'));
  return send(call.route, { ...options.args, body }, { overlay: false, ...options });
}
