import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '#kit/test/until.ts';
import { Client, type Answer } from '../bench/client.ts';

/** A caller who hears nothing, or that nobody is there, asks again with the same key for so long. */
const PATIENCE_MS = 60_000;
const PAUSE_MS = 100;
const LANES = 12;

interface PeopleOptions {
  readonly port: number;
  readonly token: string;
  /** begins the names of everything that these people write */
  readonly word: string;
  readonly lanes?: number;
  /** false: whoever is refused does not ask again */
  readonly isPatient?: boolean;
}

/** How a post must be found: as its writer was last told. After a write without an end either state is right. */
interface Post {
  presence: 'there' | 'gone' | 'either';
  remarks: (string | null)[];
}

interface Row {
  readonly postName: string;
  readonly remark: string | null;
}

/** What is not as it was acknowledged. */
export interface Audit {
  readonly lost: number;
  readonly doubled: number;
  readonly examples: readonly string[];
}

/**
 * People who save, change and remove posts, each one thing after the other. Every write has an idempotency key and is sent again with it
 * when its connection breaks or the answer is that nobody is there, as a careful client does.
 */
export class People {
  acknowledged = 0;
  /** sent again */
  repeated = 0;
  /** without a good end, by what was said */
  readonly failures: string[] = [];
  /** the longest time from sending a write to its acknowledgement */
  longestMs = 0;
  /** names that the service gave to what was made */
  readonly ids: string[] = [];
  readonly #posts = new Map<string, Post>();
  readonly #options: PeopleOptions;
  readonly #client: Client;
  readonly #lanes: Promise<void>[];
  /** when the writes under way began */
  readonly #begun = new Set<number>();
  #isOver = false;

  constructor(options: PeopleOptions) {
    this.#options = options;
    const lanes = options.lanes ?? LANES;
    this.#client = new Client(options.port, lanes);
    this.#lanes = Array.from({ length: lanes }, (_, lane) => this.#live(lane));
  }

  /** Waits until so many more writes are acknowledged. */
  async more(count: number, limitMs = 120_000): Promise<void> {
    const goal = this.acknowledged + count;
    await until(
      async () => this.acknowledged,
      (now) => now >= goal,
      limitMs,
    );
  }

  /** Waits until every write that began before then has ended. */
  async settled(before: number): Promise<void> {
    await until(
      async () => Math.min(...this.#begun),
      (oldest) => oldest >= before,
      2 * PATIENCE_MS,
    );
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#lanes);
    this.#client.close();
  }

  /** Compares what is there with what was acknowledged; `port` is that of a node or of the proxy. */
  async audit(port = this.#options.port): Promise<Audit> {
    const found = new Map<string, Row[]>();
    for (const row of await this.#stored(port)) found.set(row.postName, [...(found.get(row.postName) ?? []), row]);
    const lost: string[] = [];
    const doubled = [...found].filter(([, rows]) => rows.length > 1).map(([name]) => `twice: ${name}`);
    for (const [name, post] of this.#posts) {
      const row = found.get(name)?.[0];
      if (post.presence === 'there' && !row) lost.push(`not there: ${name}`);
      else if (post.presence === 'gone' && row) lost.push(`removed and still there: ${name}`);
      else if (row && !post.remarks.includes(row.remark)) lost.push(`not as changed: ${name}`);
    }
    return { lost: lost.length, doubled: doubled.length, examples: [...lost, ...doubled].slice(0, 5) };
  }

  async #stored(port: number): Promise<Row[]> {
    const client = new Client(port, 1);
    const rows: Row[] = [];
    try {
      for (let pageNum = 1; ; pageNum++) {
        const path = `/system/posts/page?pageNum=${pageNum}&pageSize=200&postName=${encodeURIComponent(this.#options.word)}`;
        const { text } = await client.ok(path, { headers: { authorization: `Bearer ${this.#options.token}` } });
        const { data } = (JSON.parse(text) as { data: { data: Row[] } }).data;
        rows.push(...data);
        if (data.length < 200) return rows;
      }
    } finally {
      client.close();
    }
  }

  async #live(lane: number): Promise<void> {
    for (let number = 0; !this.#isOver; number++) {
      const postName = `${this.#options.word}${lane}_${number}`;
      const body = { postName, sortNo: 1, status: '1', remark: null as string | null };
      const post: Post = { presence: 'either', remarks: [null] };
      this.#posts.set(postName, post);
      const made = await this.#write('POST', '/system/posts', body);
      if (!made) continue;
      this.ids.push(made.id);
      post.presence = 'there';
      if (this.#isOver) return;
      const remark = randomUUID();
      post.remarks.push(remark);
      if (!(await this.#write('PUT', `/system/posts/${made.id}`, { ...body, remark, version: 0 }))) continue;
      post.remarks = [remark];
      if (number % 3 !== 2 || this.#isOver) continue;
      post.presence = (await this.#write('DELETE', `/system/posts/${made.id}`)) ? 'gone' : 'either';
    }
  }

  /** One write to its end; what it answered, null when it failed. */
  async #write(method: string, path: string, body?: unknown): Promise<{ id: string } | null> {
    const began = performance.now();
    this.#begun.add(began);
    try {
      return await this.#toTheEnd(began, method, path, body);
    } finally {
      this.#begun.delete(began);
    }
  }

  async #toTheEnd(began: number, method: string, path: string, body?: unknown): Promise<{ id: string } | null> {
    const key = randomUUID();
    let said: string;
    do {
      const answer = await this.#send(method, path, key, body);
      if (answer instanceof Error) said = answer.message;
      else if (answer.status === 200) {
        this.acknowledged += 1;
        this.longestMs = Math.max(this.longestMs, performance.now() - began);
        return ((JSON.parse(answer.text) as { data: { id: string } | null }).data ?? { id: '' }) satisfies { id: string };
      } else {
        said = `${answer.status} ${answer.text.slice(0, 150)}`;
        if (answer.status !== 502 && answer.status !== 503) break;
      }
      if (this.#options.isPatient === false) break;
      this.repeated += 1;
      await wait(PAUSE_MS);
    } while (performance.now() - began < PATIENCE_MS);
    this.failures.push(`${method} ${said}`);
    await wait(PAUSE_MS); // whoever was refused does not hammer
    return null;
  }

  #send(method: string, path: string, key: string, body?: unknown): Promise<Answer | Error> {
    const headers = {
      authorization: `Bearer ${this.#options.token}`,
      'idempotency-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    return this.#client
      .send(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      .catch((error: Error) => error);
  }
}
