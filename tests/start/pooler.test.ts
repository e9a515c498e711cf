import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsideDatabase, type OutsideDatabase } from './outside-database.ts';
import { hasPooler, startPooler, type Pooler } from './pooler.ts';
import { dataFolder, Product, signIn } from './product.ts';

const PASSWORD = 'Pooler#Test2026ok';
const CALLS = 400;
const LANES = 20;

describe.runIf(hasPooler)('PgBouncer in transaction mode as DATABASE_URL', () => {
  const folder = dataFolder();
  let database: OutsideDatabase;
  let pooler: Pooler;
  beforeAll(async () => {
    database = await outsideDatabase();
    await database.create('app');
    const { username, password } = new URL(database.url('app', 1));
    pooler = await startPooler({ socket: database.socket, database: 'app', user: username, password });
  });
  afterAll(async () => {
    await pooler?.stop();
    await database?.stop();
    folder.remove();
  });

  it('takes the first start, a second one, and reads and writes of many at once; nothing is left behind', async () => {
    const env = { DATA_DIR: folder.path, DATABASE_URL: database.url('app', pooler.port), ADMIN_PASSWORD: PASSWORD, CAPTCHA: 'off' };
    const first = await Product.start(env);
    await first.ready();
    await first.interrupt();
    const product = await Product.start(env);
    try {
      await product.ready();
      const token = await signIn(product, 'admin', PASSWORD);
      const statuses = new Map<number, number>();
      let next = 0;
      await Promise.all(
        Array.from({ length: LANES }, async () => {
          for (let n = next++; n < CALLS; n = next++) {
            const reply = await (n % 3 === 0
              ? product.send('POST', '/system/posts', token, { postName: `池${n}`, sortNo: 1, status: '1', remark: null })
              : product.send('GET', n % 3 === 1 ? '/system/users/route' : '/system/posts/page?pageSize=5', token));
            await reply.arrayBuffer();
            statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
          }
        }),
      );
      expect([...statuses]).toEqual([[200, CALLS]]);
      const [made] = await database.query<{ n: number }>('app', "select count(*)::int as n from sys_post where post_name like '池%'");
      expect(made?.n).toBe(Math.ceil(CALLS / 3));
    } finally {
      await product.interrupt();
    }
    const held = await database.query('app', "select 1 from pg_stat_activity where datname = 'app' and state like 'idle in transaction%'");
    expect(held).toEqual([]);
  }, 240_000);
});
