import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { httpRoute, type HttpRoute } from './http-agent.ts';
import type { Connection } from './types.ts';

/** What Trino said about a failed query, or that it said nothing of use. */
export class TrinoError extends Error {
  readonly code: string;
  /** line and column, from 1 */
  readonly place: { line: number; column: number } | null;
  constructor(code: string, message: string, place: TrinoError['place'] = null) {
    super(message);
    this.code = code;
    this.place = place;
  }
}
interface Page {
  readonly id?: string;
  readonly nextUri?: string;
  readonly columns?: { name: string; type: string }[];
  readonly data?: unknown[][];
  readonly error?: {
    message?: string;
    errorName?: string;
    errorLocation?: { lineNumber: number; columnNumber: number };
  };
}

const ANSWER_MS = 30_000;
/** One page of rows; Trino's own are about 1 MB. */
const MAX_PAGE = 64 * 1_048_576;
const MAX_TRIES = 6;

/** Whole numbers beyond 2^53 stay as they were written. */
const exactly = (text: string): string =>
  text.replace(/("(?:[^"\\]|\\.)*")|(-?\d{16,})(?![\d.eE])/g, (_all, word?: string, long?: string) => word ?? `"${long}"`);

/** A query at a Trino server: pages are asked for one after the other, as the reader wants them. */
export class TrinoQuery {
  readonly #client: TrinoClient;
  readonly #signal: AbortSignal;
  #next: string | null;
  columns: { name: string; type: string }[] | null = null;
  #rows: unknown[][] = [];

  constructor(client: TrinoClient, first: Page, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
    this.#next = null;
    this.#take(first);
  }

  #take(page: Page): void {
    if (page.error)
      throw new TrinoError(
        page.error.errorName ?? 'GENERIC_INTERNAL_ERROR',
        page.error.message ?? '',
        page.error.errorLocation ? { line: page.error.errorLocation.lineNumber, column: page.error.errorLocation.columnNumber } : null,
      );
    if (page.columns) this.columns ??= page.columns;
    if (page.data) for (const row of page.data) this.#rows.push(row);
    this.#next = page.nextUri ?? null;
  }

  async #advance(): Promise<void> {
    const next = this.#next!;
    this.#take(await this.#client.page('GET', next, null, this.#signal));
  }

  /** Waits until it is known what the columns are. */
  async ready(): Promise<{ name: string; type: string }[]> {
    while (this.columns === null && this.#next !== null) await this.#advance();
    return this.columns ?? [];
  }

  /** The next rows, none at the end. */
  async read(most: number): Promise<unknown[][]> {
    while (this.#rows.length === 0 && this.#next !== null) await this.#advance();
    return this.#rows.splice(0, most);
  }

  /** Tells the server that nobody wants the rest. */
  async cancel(): Promise<void> {
    const next = this.#next;
    this.#next = null;
    this.#rows = [];
    if (next !== null) await this.#client.page('DELETE', next, null, AbortSignal.timeout(ANSWER_MS));
  }
}

/** Trino's protocol: a statement is posted, pages follow by `nextUri`, DELETE ends it. */
export class TrinoClient {
  readonly #route: HttpRoute;
  readonly #connection: Connection;

  private constructor(route: HttpRoute, connection: Connection) {
    this.#route = route;
    this.#connection = connection;
  }

  static async open(connection: Connection): Promise<TrinoClient> {
    return new TrinoClient(await httpRoute(connection), connection);
  }

  get isTls(): boolean {
    return this.#route.isTls;
  }

  #headers(schema: string | null, timeoutMs: number | null): Record<string, string> {
    const { username, password, database } = this.#connection;
    const user = username ?? 'databrain';
    const headers: Record<string, string> = {
      'X-Trino-User': user,
      'X-Trino-Source': 'databrain',
      'X-Trino-Time-Zone': 'Asia/Shanghai',
      'Content-Type': 'text/plain; charset=utf-8',
    };
    if (database) headers['X-Trino-Catalog'] = encodeURIComponent(database);
    if (schema !== null) headers['X-Trino-Schema'] = encodeURIComponent(schema);
    if (timeoutMs !== null) headers['X-Trino-Session'] = `query_max_run_time=${Math.ceil(timeoutMs / 1000) + 1}s`;
    if (password !== null) headers['Authorization'] = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    return headers;
  }

  async start(text: string, options: { schema: string | null; timeoutMs: number | null; signal: AbortSignal }): Promise<TrinoQuery> {
    const page = await this.page('POST', '/v1/statement', text, options.signal, this.#headers(options.schema, options.timeoutMs));
    return new TrinoQuery(this, page, options.signal);
  }

  /**
   * One call. Only the path of an address that the server names is used: the rest is ours, so that a server cannot send us elsewhere.
   * 503 and its like mean that the server is busy: the protocol asks to try again.
   */
  async page(
    method: 'GET' | 'POST' | 'DELETE',
    uri: string,
    body: string | null,
    signal: AbortSignal,
    headers = this.#headers(null, null),
  ): Promise<Page> {
    const named = new URL(uri, this.#route.origin);
    const path = named.pathname + named.search;
    for (let attempt = 1; ; attempt++) {
      const { status, text } = await this.#send(method, path, body, signal, headers);
      if ([502, 503, 504, 429].includes(status) && attempt < MAX_TRIES) {
        await sleep(50 * 2 ** attempt, undefined, { signal });
        continue;
      }
      if (method === 'DELETE' && status < 300) return {};
      if (status === 401 || status === 403) throw new TrinoError('AUTHENTICATION_FAILED', `HTTP ${status}`);
      if (status !== 200) throw new TrinoError('PROTOCOL', `HTTP ${status}`);
      try {
        return JSON.parse(exactly(text)) as Page;
      } catch {
        throw new TrinoError('PROTOCOL', 'the answer is not of Trino');
      }
    }
  }

  #send(
    method: string,
    path: string,
    body: string | null,
    signal: AbortSignal,
    headers: Record<string, string>,
  ): Promise<{ status: number; text: string }> {
    return new Promise((resolve, reject) => {
      const send = this.#route.isTls ? httpsRequest : httpRequest;
      const call = send(
        `${this.#route.origin}${path}`,
        { method, headers, agent: this.#route.agent, signal, timeout: ANSWER_MS },
        (answer) => {
          const chunks: Buffer[] = [];
          let size = 0;
          answer.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size > MAX_PAGE) call.destroy(new TrinoError('PROTOCOL', 'the answer is too large'));
            else chunks.push(chunk);
          });
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') }));
          answer.on('error', reject);
        },
      );
      call.on('timeout', () => call.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
      call.on('error', reject);
      call.end(body ?? undefined);
    });
  }

  end(): void {
    this.#route.end();
  }
}
