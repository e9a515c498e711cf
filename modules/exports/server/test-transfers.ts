import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { workbook } from '#kit/server/excel/writer.ts';
import type { Send, TestApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';

export const POSTS = '/system/posts';

export interface Row {
  id: string;
  state: string;
  text: string;
  percent: number;
  doneRows: number;
  resultName: string | null;
  resultSize: number | null;
  isOwn: boolean;
}

/** What the tests of transfers share: asking for them, waiting for them, and what they leave behind. */
export function transfersOf(app: TestApp) {
  const detail = async (send: Send, id: string): Promise<Row> => (await send('GET', `/system/exports/${id}`)).data;
  const ended = (send: Send, id: string, limitMs = 120_000): Promise<Row> =>
    until(
      () => detail(send, id),
      (row) => row.state !== 'waiting' && row.state !== 'running',
      limitMs,
    );
  const queue = async (send: Send, body: object = {}): Promise<string> => {
    const answer = await send('POST', `${POSTS}/export/job`, body);
    expect(answer, answer.msg).toMatchObject({ status: 200 });
    return answer.data.jobId;
  };
  const temporary = (): string[] => {
    const folder = join(app.node.app.settings.dataDir, 'tmp');
    return readdirSync(folder).filter((name) => name.startsWith('transfer-'));
  };
  /** The files that a run worked with go right after its end is told. */
  const tidied = (id = '') =>
    until(
      async () => temporary(),
      (names) => names.every((name) => !name.includes(id)),
    );
  const sheet = async (rows: string[][], titles = ['岗位名称', '岗位编码']): Promise<Buffer> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of workbook([{ name: '岗位', columns: titles.map((title) => ({ title, width: 12 })), rows }]))
      chunks.push(chunk);
    return Buffer.concat(chunks);
  };
  const postsNamed = async (prefix: string): Promise<number> => (await app.admin('GET', `${POSTS}/page?postName=${prefix}`)).data.total;

  const states = async (ids: readonly string[]): Promise<string[]> => {
    const rows = await app.database.db.selectFrom('sysTransfer').select(['id', 'state']).where('id', 'in', ids).execute();
    return ids.map((id) => rows.find((row) => row.id === id)?.state ?? '');
  };

  /** While `work` goes on nobody reads posts: runs stay where they are. */
  async function held<T>(work: () => Promise<T>): Promise<T> {
    return app.database.db.transaction().execute(async (db) => {
      await sql`lock table sys_post in access exclusive mode`.execute(db);
      return work();
    });
  }
  return { detail, ended, queue, temporary, tidied, sheet, postsNamed, states, held };
}
