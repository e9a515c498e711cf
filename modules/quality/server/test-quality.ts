import type { Reply } from '#kit/contract/route.ts';
import type { report } from '../contract/report.ts';
import { until } from '#kit/test/until.ts';
import type { Send, TestApp } from '#kit/test/app.ts';

type ReportView = Reply<typeof report.page>['data'][number];

/** Names of rules of tests differ. */
let made = 0;

/** Names of the catalogue of one source in tests, and the calls about rules that every test makes. */
export class QualityCalls {
  readonly #app: TestApp;
  sourceId = '';
  constructor(app: TestApp) {
    this.#app = app;
  }

  /** `T(x)` of the acceptance: the table whose name equals x. */
  async table(name: string): Promise<string> {
    const { data } = await this.#app.admin('GET', `/data/metadata/tables/list?sourceId=${this.sourceId}&tableName=${name}`);
    const found = (data as { id: string; tableName: string }[]).find(({ tableName }) => tableName === name);
    if (!found) throw new Error(`no table ${name}`);
    return found.id;
  }
  /** `C(x, c)` of the acceptance. */
  async column(table: string, name: string): Promise<string> {
    const { data } = await this.#app.admin('GET', `/data/metadata/columns/list?tableId=${await this.table(table)}`);
    const found = (data as { id: string; columnName: string }[]).find(({ columnName }) => columnName === name);
    if (!found) throw new Error(`no column ${name}`);
    return found.id;
  }
  /** The body of a rule. */
  async body(table: string, column: string | null, item: string, over: Record<string, unknown> = {}) {
    const items = (await this.#app.admin('GET', '/data/quality/ruleItems/list')).data as {
      id: string;
      ruleTypeId: string;
      itemCode: string;
    }[];
    const { id, ruleTypeId } = items.find(({ itemCode }) => itemCode === item)!;
    const { config, ...more } = over as { config?: object };
    return {
      ruleName: `${table} ${column ?? ''} ${item} ${(made += 1)}`,
      ruleTypeId,
      ruleItemId: id,
      ruleLevelId: '3',
      ruleSourceId: this.sourceId,
      ruleTableId: await this.table(table),
      ruleColumnId: column === null ? null : await this.column(table, column),
      ruleConfig: { ruleItemCode: item, ...config },
      status: '1',
      ...more,
    };
  }
  async make(as: Send, ...of: Parameters<QualityCalls['body']>): Promise<string> {
    const made = await as('POST', '/data/quality/checkRules', await this.body(...of));
    if (made.status !== 200) throw new Error(`${made.status} ${made.msg}`);
    return made.data.id as string;
  }
  /** The batch after its end. */
  async ended(batch: string) {
    const state = () => this.#app.admin('GET', `/data/quality/runs/${batch}`);
    return (await until(state, ({ data }) => !['waiting', 'running'].includes(data.state), 60_000)).data;
  }
  /** Runs rules and answers the batch and their reports, by rule. */
  async run(as: Send, ...ids: string[]) {
    const { data, status, msg } = await as('POST', '/data/quality/checkRules/run', { ids });
    if (status !== 200) throw new Error(`${status} ${msg}`);
    const ended = await this.ended(data.batch);
    const page = await as('GET', `/data/quality/checkReports/page?checkBatch=${data.batch}&pageSize=200`);
    const rows = page.data.data as ReportView[];
    return { batch: data.batch as string, ended, of: (id: string) => rows.find(({ checkRuleId }) => checkRuleId === id)! };
  }
}
