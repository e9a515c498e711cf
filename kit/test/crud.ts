import { describe, expect, it } from 'vitest';
import type { TestApp } from './app.ts';

interface Promises {
  /** `/system/posts` */
  base: string;
  /** permission prefix, `system:post` */
  code: string;
  /** a valid input, different for each n */
  sample: (n: number) => Record<string, unknown>;
  /** message when a second row takes the same unique value */
  duplicate?: string;
}

/** The promises every plain entity keeps, run once per entity. */
export function itKeepsCrudPromises(app: TestApp, { base, code, sample, duplicate }: Promises): void {
  const create = async (n: number): Promise<string> => {
    const answer = await app.admin('POST', base, sample(n));
    expect(answer, answer.msg).toMatchObject({ status: 200, code: 200 });
    return answer.data.id;
  };
  describe(`${base} keeps the promises of a plain entity`, () => {
    it('creates, reads, changes and removes', async () => {
      const id = await create(1);
      const read = await app.admin('GET', `${base}/${id}`);
      expect(read.data).toMatchObject(sample(1));
      const changed = await app.admin('PUT', `${base}/${id}`, { ...read.data, ...sample(2), unknownField: 'x' });
      expect(changed, changed.msg).toMatchObject({ status: 200, data: { version: read.data.version + 1 } });
      expect((await app.admin('GET', `${base}/${id}`)).data).toMatchObject(sample(2));
      expect((await app.admin('DELETE', `${base}/${id}`)).status).toBe(200);
      expect(await app.admin('GET', `${base}/${id}`)).toMatchObject({ status: 404, error: 'entity.notFound' });
    });

    it('accepts the body of GET sent back', async () => {
      const id = await create(5);
      const { data } = await app.admin('GET', `${base}/${id}`);
      expect(await app.admin('PUT', `${base}/${id}`, data)).toMatchObject({ status: 200 });
    });

    it('refuses a stale version and shows both', async () => {
      const id = await create(6);
      const { data } = await app.admin('GET', `${base}/${id}`);
      await app.admin('PUT', `${base}/${id}`, data);
      const stale = await app.admin('PUT', `${base}/${id}`, data);
      expect(stale).toMatchObject({ status: 409, error: 'entity.versionConflict' });
      expect(stale.data.mine.version).toBe(data.version);
      expect(stale.data.theirs.version).toBe(data.version + 1);
      expect(stale.data.changed).toMatchObject({ isOwn: true, time: expect.any(String) });
    });

    it('pages with either name of the parameters', async () => {
      for (const n of [11, 12, 13]) await create(n);
      const byOurs = await app.admin('GET', `${base}/page?pageNum=2&pageSize=2`);
      const byAlias = await app.admin('GET', `${base}/page?page=2&limit=2`);
      expect(byOurs.data).toMatchObject({ pageNum: 2, pageSize: 2 });
      expect(byOurs.data.total).toBeGreaterThanOrEqual(3);
      expect(byAlias.data.data).toEqual(byOurs.data.data);
      expect((await app.admin('GET', `${base}/page?pageSize=201`)).status).toBe(400);
    });

    it('sorts only by listed fields', async () => {
      const answer = await app.admin('GET', `${base}/page?sort=passwordHash`);
      expect(answer).toMatchObject({ status: 400, error: 'input.invalid' });
      expect((await app.admin('GET', `${base}/page?sort=${encodeURIComponent('id;drop table x--')}`)).status).toBe(400);
    });

    it('removes a batch whole or not at all', async () => {
      const id = await create(21);
      expect((await app.admin('DELETE', `${base}/batch/${id},999999`)).status).toBe(404);
      expect((await app.admin('GET', `${base}/${id}`)).status).toBe(200);
      expect((await app.admin('DELETE', `${base}/batch/${id}`)).status).toBe(200);
    });

    it('refuses strangers and accounts without the permission', async () => {
      const nobody = app.as((await app.make.user({ perms: ['home:page:view'] })).token);
      for (const [method, path] of [
        ['GET', '/page'],
        ['GET', '/1'],
        ['POST', ''],
        ['PUT', '/1'],
        ['DELETE', '/1'],
        ['DELETE', '/batch/1'],
      ] as const) {
        const body = method === 'POST' || method === 'PUT' ? sample(90) : undefined;
        expect((await app.stranger(method, base + path, body)).status).toBe(401);
        expect(await nobody(method, base + path, body)).toMatchObject({ status: 403, error: 'auth.noPermission' });
      }
    });

    it('answers 400 for an id of another form and 404 for an unknown one', async () => {
      expect((await app.admin('GET', `${base}/1%20or%201=1`)).status).toBe(400);
      expect((await app.admin('GET', `${base}/4242424242`)).status).toBe(404);
    });

    it('leaves an operation-log row with the difference', async () => {
      const id = await create(31);
      const rows = await app.database.db.selectFrom('sysOperLogEntity').select('logId').where('entityId', '=', id).execute();
      expect(rows).toHaveLength(1);
    });

    if (duplicate)
      it('says what is taken', async () => {
        await create(41);
        expect(await app.admin('POST', base, sample(41))).toMatchObject({ status: 409, error: 'entity.duplicate', msg: duplicate });
      });

    it(`is granted by ${code}:list alone for reading pages`, async () => {
      const reader = app.as((await app.make.user({ perms: [`${code}:list`] })).token);
      expect((await reader('GET', `${base}/page`)).status).toBe(200);
      expect((await reader('POST', base, sample(99))).status).toBe(403);
    });
  });
}
