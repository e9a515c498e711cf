import { setTimeout as wait } from 'node:timers/promises';
import { until } from '#kit/test/until.ts';
import { ending } from './ending.ts';
import { balancer, type Balancer } from '../../tests/start/balancer.ts';
import { outsideDatabase, type OutsideDatabase } from '../../tests/start/outside-database.ts';
import { dataFolder, freePort, Product, signIn } from '../../tests/start/product.ts';

export const PASSWORD = 'Chaos#Test2026ok';
export const CHECK_MS = 500;
const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
const SNOWFLAKE_NODE = { shift: 12n, mask: 1023n };

interface SiteOptions {
  /** settings of PostgreSQL; writes reach the disk unless they say otherwise */
  readonly settings?: Readonly<Record<string, string>>;
  /** what stands between the nodes and the database: answers the TCP port that leads there */
  readonly through?: (database: OutsideDatabase) => Promise<number>;
}

/** Two nodes of the built product on one PostgreSQL, behind a proxy that heeds `health/ready`. */
export class Site {
  readonly database: OutsideDatabase;
  readonly ports: readonly number[];
  readonly nodes: Product[] = [];
  readonly #folders = [dataFolder(), dataFolder()];
  readonly #started: Product[] = [];
  readonly #databasePort: number | undefined;
  #front: Balancer | undefined;
  #token = '';

  private constructor(database: OutsideDatabase, ports: readonly number[], databasePort: number | undefined) {
    this.database = database;
    this.ports = ports;
    this.#databasePort = databasePort;
  }

  /** Starts everything, does the work, and ends everything however the work ended. */
  static async run<T>({ settings = {}, through }: SiteOptions, work: (site: Site) => Promise<T>): Promise<T> {
    const database = await outsideDatabase({ fsync: 'on', ...settings });
    const ports = [await freePort(), await freePort()];
    const site = new Site(database, ports, await through?.(database));
    const whole = async () => {
      await database.create('app');
      await Promise.all([0, 1].map((n) => site.start(n)));
      await site.ready();
      site.#token = await signIn(site.node(0), 'admin', PASSWORD);
      site.#front = await balancer(site.ports, CHECK_MS);
      await wait(2 * CHECK_MS);
      return work(site);
    };
    return ending(() => site.close(), whole);
  }

  /** A session of the administrator. */
  get token(): string {
    return this.#token;
  }

  /** The port of the proxy. */
  get port(): number {
    if (!this.#front) throw new Error('the proxy is not up yet');
    return this.#front.port;
  }

  node(n: number): Product {
    const node = this.nodes[n];
    if (!node) throw new Error(`there is no node ${n}`);
    return node;
  }

  /** Starts node n where it was, with further variables if it is to live in another world. */
  async start(n: number, env: Readonly<Record<string, string>> = {}): Promise<Product> {
    const product = await Product.start({
      DATA_DIR: this.#folders[n]?.path ?? '',
      DATABASE_URL: this.database.url('app', this.#databasePort),
      SECRET_KEY,
      ADMIN_PASSWORD: PASSWORD,
      CAPTCHA: 'off',
      PORT: String(this.ports[n]),
      ...env,
    });
    this.nodes[n] = product;
    this.#started.push(product);
    return product;
  }

  /** Both nodes answer that they are ready. */
  async ready(limitMs?: number): Promise<void> {
    for (const node of this.nodes) await node.ready(limitMs);
  }

  /** The number that node n has on this database: it is part of every id that it makes. */
  async numberOf(n: number): Promise<number> {
    const body = { postName: `节点${n}_${Date.now()}`, sortNo: 1, status: '1', remark: null };
    const reply = await this.node(n).send('POST', '/system/posts', this.#token, body);
    const { data } = (await reply.json()) as { data: { id: string } };
    return Number((BigInt(data.id) >> SNOWFLAKE_NODE.shift) & SNOWFLAKE_NODE.mask);
  }

  /** A call at the proxy that must answer 200; its data. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const reply = await fetch(`http://127.0.0.1:${this.port}/sjzt-datax${path}`, {
      method,
      headers: { authorization: `Bearer ${this.#token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await reply.json()) as { data: T; msg: string };
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${answer.msg}`);
    return answer.data;
  }

  /** Milliseconds until every node answers a call that needs the database. */
  async serves(limitMs: number): Promise<number> {
    const began = performance.now();
    const ask = (n: number) =>
      this.node(n)
        .send('GET', '/system/users/route', this.#token)
        .then(
          (reply) => reply.status,
          () => 0,
        );
    const both = () => Promise.all(this.nodes.flatMap((node, n) => [node.health(), ask(n)]));
    await until(both, (statuses) => statuses.every((status) => status === 200), limitMs);
    return performance.now() - began;
  }

  async close(): Promise<void> {
    await this.#front?.close();
    await Promise.all(this.#started.map((product) => product.killAll()));
    await this.database.stop();
    for (const folder of this.#folders) folder.remove();
  }
}
