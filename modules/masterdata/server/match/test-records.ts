import type { App } from '#kit/server/ctx.ts';
import type { Send } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { insertRows } from '#modules/managed/server/index.ts';
import { modelInForce } from '../model-in-force.ts';
import { indexForSearch } from '../search-index.ts';
import { MODELS } from '../test-model.ts';

export interface TestRecord {
  readonly id: string;
  readonly values: Readonly<Record<string, string | null>>;
  readonly deptId?: string;
}

/** Puts records of a model into its table at once, each made a second after the one before. */
export async function putRecords(app: App, modelId: string, records: readonly TestRecord[]): Promise<void> {
  const model = await modelInForce(app.db, { id: modelId });
  const at = Date.parse('2026-01-01T00:00:00Z');
  await insertRows(
    app.db,
    model.table,
    records.map(({ id, values, deptId }, index) => ({
      $id: id,
      $status: '1',
      $create_by: 'admin',
      $create_time: new Date(at + index * 1000),
      $create_dept: deptId ?? null,
      $version: 0,
      ...Object.fromEntries(model.columns.map((column) => [column.id, values[column.columnName] ?? null])),
    })),
  );
  await indexForSearch(
    app.db,
    model,
    records.map(({ id }) => id),
  );
}

/** Starts a run and waits for its end; what the run said. */
export async function matched(send: Send, modelId: string, body: object = {}): Promise<string> {
  const started = await send('POST', `${MODELS}/${modelId}/match`, body);
  if (started.status !== 200) throw new Error(started.msg);
  const { data } = await until(
    () => send('GET', `${MODELS}/${modelId}/match`),
    (answer) => answer.data.state !== 'waiting' && answer.data.state !== 'running',
    60_000,
  );
  if (data.state !== 'done') throw new Error(`${data.state}: ${data.text}`);
  return data.text;
}

const NAMES = ['江苏沿江城市建设投资', '苏州鼎盛测绘仪器', '无锡太湖水利工程', '常州恐龙园文化旅游', '南通江海港口物流'];
/** Valid codes, one per company. */
const CODES = ['91350100M000100Y43', '91110108551385082Q', '913201001000000089', '913201001000000164', '91320100100000024Y'];
/** So many companies, at most five, each as two records `0a` and `0b` that belong together for sure. */
export const pairs = (count: number): TestRecord[] =>
  Array.from({ length: count }, (_, n) => n).flatMap((n) =>
    ['a', 'b'].map((side) => ({
      id: `${n}${side}`,
      values: { customer_name: `${NAMES[n]}有限公司`, credit_code: CODES[n]! },
    })),
  );
