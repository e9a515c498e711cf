import { beforeAll, describe, expect, it } from 'vitest';
import { readSheet } from '#kit/server/excel/reader.ts';
import { workbook } from '#kit/server/excel/writer.ts';
import type { Send, TestApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';

interface Guarded {
  /** `/api/project/qualityProject` */
  base: string;
  /** `/api/qualityProject` */
  alias: string;
  /** `project:qualityProject` */
  code: string;
  /** a valid input in a branch, different for each n */
  sample: (n: number, branchId: string) => Record<string, unknown>;
}

/** Who may reach a record: strangers, accounts without the right and accounts of another branch may not, by either path. */
export function itGuardsRecords(app: TestApp, { base, alias, code, sample }: Guarded): void {
  describe(`${base}: every call`, () => {
    let id = '';
    let mine = '';
    let here = '';
    let there = '';
    let near!: Send;
    let far!: Send;
    const all = ['list', 'detail', 'add', 'edit', 'remove', 'import', 'export'].map((verb) => `${code}:${verb}`);
    const calls = (target: string) =>
      [
        ['GET', `/${target}`],
        ['PUT', `/${target}`, { ...sample(901, here), version: 0 }],
        ['DELETE', `/${target}`],
        ['DELETE', `/batch/${target}`],
        ['GET', `/${target}/changes`],
      ] as const;
    const others = [
      ['GET', '/page'],
      ['GET', '/stat'],
      ['POST', '', {}],
      ['POST', '/export', {}],
      ['POST', '/import/template'],
      ['POST', '/import'],
      ['POST', '/import/errors'],
    ] as const;

    beforeAll(async () => {
      [here, there] = [(await app.make.dept()).id, (await app.make.dept()).id];
      const made = await app.admin('POST', base, sample(900, here));
      expect(made, made.msg).toMatchObject({ status: 200 });
      id = made.data.id;
      near = app.as((await app.make.user({ perms: all, dataScope: '4', deptId: here })).token);
      far = app.as((await app.make.user({ perms: all, dataScope: '4', deptId: there })).token);
      const own = await far('POST', base, sample(903, there));
      expect(own, own.msg).toMatchObject({ status: 200 });
      mine = own.data.id;
    });

    it('is refused to strangers and to accounts without the right, by either path', async () => {
      const nobody = app.as((await app.make.user({ perms: ['home:page:view'] })).token);
      for (const [method, path, body] of [...calls(id), ...others])
        for (const way of [base + path, alias + path]) {
          expect((await app.stranger(method, way, body)).status, `${method} ${way}`).toBe(401);
          expect(await nobody(method, way, body), `${method} ${way}`).toMatchObject({ status: 403, error: 'auth.noPermission' });
        }
      expect((await app.stranger('GET', `${base}/list`)).status).toBe(401);
      expect((await nobody('GET', `${base}/list`)).status).toBe(200);
    });

    it('does not see what lies beyond the data scope, and puts nothing there', async () => {
      for (const [method, path, body] of calls(id))
        expect(await far(method, base + path, body), `${method} ${path}`).toMatchObject({ status: 404, error: 'entity.notFound' });
      expect((await far('GET', `${base}/page`)).data.data.map((row: { id: string }) => row.id)).toEqual([mine]);
      expect((await far('GET', `${base}/stat`)).data.total).toBe(1);
      expect(await far('POST', base, sample(904, here))).toMatchObject({ status: 422, error: 'rule.broken' });
      expect((await near('GET', `${base}/${id}`)).data.version).toBe(0);
    });

    it('works within it, by either path', async () => {
      const { data } = await near('GET', `${alias}/${id}`);
      expect(data.id).toBe(id);
      expect((await near('GET', `${alias}/page`)).data.data).toHaveLength(1);
      expect(await near('PUT', `${alias}/${id}`, { ...data, remark: '改过' })).toMatchObject({ status: 200 });
      const changes = await near('GET', `${alias}/${id}/changes`);
      expect(changes.data).toHaveLength(2);
      expect(changes.data[0].changes[0].fields).toEqual([{ field: 'remark', before: null, after: '改过' }]);
      expect(await near('DELETE', `${alias}/batch/${id}`)).toMatchObject({ status: 200 });
      expect((await near('GET', `${base}/page`)).data.total).toBe(0);
    });
  });
}

/** An import file as a browser sends it. */
export async function importFile(titles: readonly string[], rows: readonly (readonly (string | number | null)[])[]) {
  const chunks: Uint8Array[] = [];
  const columns = titles.map((title) => ({ title, width: 12 }));
  for await (const chunk of workbook([{ name: '导入', columns, rows: rows.map((row) => [...row]) }])) chunks.push(chunk);
  return multipart('导入.xlsx', Buffer.concat(chunks));
}

/** The cells of an answered workbook's first sheet, header first, without the line under an export. */
export async function sheetOf(raw: Buffer): Promise<(string | number | boolean | null)[][]> {
  const { rows } = await readSheet(raw, 1000);
  return rows.map((row) => row.cells).filter((cells) => !String(cells[0] ?? '').startsWith('导出编号'));
}
