import { Client } from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { SEVERITY_COLOURS } from '#kit/core/chart/severity.ts';
import { startApp } from '#kit/test/app.ts';
import { until } from '#kit/test/until.ts';
import { SqlParser } from '#modules/gate/server/parser/parser.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { SCREENS, checkProps } from '#modules/screens/core/index.ts';
import { putScreens, SETS } from '#modules/screens/server/index.ts';
import { viewingModule } from '#modules/viewing/server/index.ts';
import { DATA_WIDGETS } from '#modules/screens/contract/screen-config.ts';
import { figureSql, SCREEN_FIGURES } from './screen-figures.ts';
import { loadWarehouse } from './warehouse/index.ts';

const app = startApp();
const source = testSource(app, 'select 1');
const today = new Date('2026-03-18T10:00:00+08:00');
/** Calls of two data APIs, today and yesterday; before anything is asked, since answers are kept for a while. */
beforeAll(async () => {
  const run = (sql: string) => app.database.pool.query(sql);
  for (const [id, name] of [
    ['1', '客户查询'],
    ['2', '合同查询'],
  ])
    await run(`insert into market_api (id, create_time, update_time, status, api_name, api_version, api_url, req_method, res_type, rate_limit,
        execute_config, req_params, res_params)
      values ('${id}', now(), now(), '2', '${name}', 'v1.0.0', '/${id}', 'GET', 'JSON', '{}', '{}', '[]', '[]')`);
  const columns = 'refused, limited, dropped, row_count, bytes, total_ms, max_ms, h1, h2, h3, h4, h5, h6, h7, h8, h9, h10, h11, h12, h13';
  const zeroes = columns.replaceAll(/\w+/g, '0');
  const [today, yesterday] = [`date_trunc('hour', now())`, `date_trunc('hour', now() - interval '1 day')`];
  await run(`insert into market_stat_hour (kind, object_id, slot, calls, failed, ${columns})
    values ('api', '1', ${yesterday}, 500000, 0, ${zeroes}), ('api', '1', ${today}, 70000, 0, ${zeroes}),
      ('api', '2', ${yesterday}, 7, 7, ${zeroes}), ('api', '2', ${today}, 900, 45, ${zeroes})`);
});

const put = () => putScreens(app.node.app, (work) => app.database.db.transaction().execute(work));

type Send = typeof app.admin;
interface Line {
  key: string;
  data?: { columns: { key: string; col: string }[]; rows: (string | number | null)[][] };
  error?: { error: string; msg: string };
}
/** What the nodes of a screen answer; `only` of one node. */
async function lines(
  code: string,
  filters: Record<string, unknown> = {},
  send: Send = app.admin,
  only?: string,
): Promise<Map<string, Line>> {
  const config = SCREENS.find((one) => one.code === code)!.config;
  const opened = await send('GET', `/data/visual/screens/view/${code}`);
  expect(opened.status, opened.msg).toBe(200);
  const tiles = Object.values(config.nodes).flatMap(({ id, chart }) => (chart && (only ?? id) === id ? [{ key: id }] : []));
  const answer = await send('POST', '/data/visual/view/data', { entity: 'screen', id: opened.data.id, tiles, filters });
  expect(answer.status, answer.msg).toBe(200);
  const found = answer.raw
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((text) => JSON.parse(text) as Line);
  return new Map(found.map((line) => [line.key, line]));
}

/** Of a platform that has just started there is nothing to tell of these yet; certificates and notices have a test of their own. */
const YOUNG = new Set([
  'smartData.calls',
  'smartData.job',
  'smartData.kpi5',
  'smartData.ops',
  'overview.certs',
  'leaderView.notices',
  'leaderView.mine',
]);

beforeAll(async () => {
  const owner = { ...app.connection, database: source.database };
  await loadWarehouse({ connect: () => owner, today, sheetMonths: 1, progress: () => undefined });
  const client = new Client(owner);
  await client.connect();
  for (const schema of ['ads', 'dws', 'dwd', 'public'])
    await client.query(
      `grant usage on schema ${schema} to ${source.reader}; grant select on all tables in schema ${schema} to ${source.reader}`,
    );
  await client.end();
}, 180_000);

describe('documents', () => {
  it.each(SCREENS.map(({ code, config }) => [code, config] as const))('%s has settings that every widget knows', (_code, config) => {
    for (const node of Object.values(config.nodes)) {
      expect(checkProps(node.type, node.props), node.id).toEqual([]);
      if (DATA_WIDGETS.has(node.type)) expect(node.chart, node.id).toBeTruthy();
      expect(node.x >= 0 && node.y >= 0 && node.x + node.w <= 1920 && node.y + node.h <= 1080, node.id).toBe(true);
    }
  });
  it.each(SCREENS.map(({ code, config }) => [code, config] as const))(
    '%s: charts along time know the step of it, so that what is not over is marked; kinds take no colour of a state',
    (_code, config) => {
      for (const { id, type, chart } of Object.values(config.nodes)) {
        if (type !== 'chart' || !chart) continue;
        for (const { col, grain } of chart.rows) if (/^(year|month|hour)$/.test(col)) expect(grain, id).toBeTruthy();
        expect(chart.options.unfinished, id).not.toBe(false);
        if (chart.chartType === 'pie' || chart.chartType === 'sankey')
          for (const color of SEVERITY_COLOURS.screen) expect(chart.options.colors, id).not.toContain(color);
      }
    },
  );
  it('leaves the watermark off the cockpit alone', () => {
    expect(SCREENS.filter(({ config }) => config.noWatermark).map(({ code }) => code)).toEqual(['cockpit']);
  });
});

describe('without a warehouse', () => {
  it('stands, and says that no source is there', async () => {
    await put();
    const found = await lines('marketView');
    expect(found.get('trend')?.error?.msg).toContain('尚未接入数据源');
  });
});

describe('what the platform itself shows to everybody', () => {
  it('is on the screens: certificates on display, notices to all; nothing that is hidden or meant for some', async () => {
    const certificate = async (certName: string, more: object) => {
      const answer = await app.admin('POST', '/system/certificates', { certName, certType: '1', ...more });
      expect(answer.status, answer.msg).toBe(200);
    };
    await certificate('工程设计综合资质甲级', {});
    await certificate('已停止展示的证书', { status: '0' });
    await certificate('已过期的证书', { validTo: '2020-01-01' });
    const publish = async (title: string, more: object) => {
      const made = await app.admin('POST', '/system/notices', {
        title,
        type: '2',
        content: '<p>全文</p>',
        publishScope: '1',
        targets: [],
        ...more,
      });
      expect(made.status, made.msg).toBe(200);
      const done = await app.admin('POST', `/system/notices/${made.data.id}/publish`);
      expect(done.status, done.msg).toBe(200);
    };
    await publish('年度经营工作会议', {});
    const some = await app.make.user({ perms: [] });
    await publish('只给一个人的通知', { publishScope: '4', targets: [some.id] });
    const overview = await lines('overview');
    const papers = overview.get('certs')!.data!;
    expect(papers.rows.map((row) => row[papers.columns.findIndex(({ col }) => col === 'cert_name')])).toEqual(['工程设计综合资质甲级']);
    const board = (await lines('leaderView')).get('notices')!.data!;
    expect(board.rows.map((row) => row[board.columns.findIndex(({ col }) => col === 'title')])).toEqual(['年度经营工作会议']);
  }, 60_000);
});

it('待我审批 on 领导视图 are the tasks of whoever looks, and of nobody else', async () => {
  const looker = await app.make.user({ perms: ['screen:leaderView:view', 'workflow:task:todo:list'] });
  const tree = {
    type: 'start',
    id: 'start',
    next: { type: 'approve', id: 'n1', name: '审批', who: [{ kind: 'user', ids: [looker.id] }], mode: 'any', next: null },
  };
  const { data: model } = await app.admin('POST', '/workflow/models', { key: 'mine', name: '费用申请', kind: 'simple', tree });
  const { data: published } = await app.admin('POST', `/workflow/models/${model.id}/publish`, { version: 0 });
  const business = { businessCode: '8099', businessName: '费用', businessType: 'workflow.request', businessTempalte: '大屏上的申请' };
  await app.admin('POST', '/workflow/business', { ...business, processDefinitionId: published.definitionId });
  const { data: request } = await app.admin('POST', '/workflow/requests', { businessCode: '8099', title: 't', text: 'x', amount: '1.00' });
  const sent = await app.admin('POST', `/workflow/requests/${request.id}/submit`, {});
  expect(sent.status, sent.msg).toBe(200);
  const titles = async (call: typeof app.admin) => {
    const data = (await lines('leaderView', {}, call, 'mine')).get('mine')!.data!;
    return data.rows.map((row) => row[data.columns.findIndex(({ col }) => col === 'title')]);
  };
  expect(await titles(app.as(looker.token))).toEqual(['大屏上的申请']);
  expect(await titles(app.admin)).toEqual([]);
});

it('figures of today are those of today', async () => {
  const calls = (await lines('smartData', {}, app.admin, 'kpi5')).get('kpi5')?.data?.rows[0]?.[0];
  expect(Number(calls)).toBeGreaterThanOrEqual(70_000);
  expect(Number(calls)).toBeLessThan(500_000);
});

/** What the platform would have counted about itself: quality scores, kept standards, jobs of today and of the day before. */
async function keepOwnFigures(): Promise<void> {
  const run = (sql: string) => app.database.pool.query(sql);
  await run(`update metadata_table set quality_score = 60 + length(table_name) where table_name like 'biz_%'`);
  for (const [ago, bound, conform] of [
    [1, 90, 30],
    [0, 100, 83],
  ])
    await run(`insert into standard_stat_day (day, source_id, columns, bound, conform, partial, bad, exempt)
      select cast(now() at time zone 'Asia/Shanghai' as date) - ${ago}, id, 500, ${bound}, ${conform}, 10, 5, 2 from metadata_source
      on conflict (day, source_id) do update set bound = excluded.bound, conform = excluded.conform`);
  for (const [ago, done, failed] of [
    [1, 3, 40],
    [0, 17, 2],
  ])
    await run(`insert into scheduler_day (job_id, day, done, failed)
      select min(id), cast(now() at time zone 'Asia/Shanghai' as date) - ${ago}, ${done}, ${failed} from scheduler_job
      on conflict (job_id, day) do update set done = excluded.done, failed = excluded.failed`);
}

describe('over the warehouse', () => {
  beforeAll(async () => {
    await source.register({ schemas: ['ads', 'dws', 'dwd'] });
    // its synchronisation has the data sets of the screens bound in the background
    const bound = app.database.db.selectFrom('visualDataSet').select('id').where('isSystem', '=', '1').where('sourceId', 'is not', null);
    const sets = SETS.filter(({ sql }) => sql !== undefined);
    await until(
      () => bound.execute(),
      (found) => found.length === sets.length,
      120_000,
    );
    await keepOwnFigures();
    expect(await put()).toBe(0);
  }, 180_000);

  it('after warming up has no statement left to take apart, and nothing was read in anybody’s name', async () => {
    const reads = async () => (await app.database.pool.query('select count(*) from metadata_sql_history')).rows[0];
    const before = await reads();
    await viewingModule.warm!(app.node.app, AbortSignal.abort());
    await viewingModule.warm!(app.node.app, new AbortController().signal);
    expect(await reads()).toEqual(before);
    const parsed = vi.spyOn(SqlParser.prototype, 'parse');
    for (const { code } of SCREENS) await lines(code);
    expect(parsed.mock.calls.map(([text]) => text)).toEqual([]);
    parsed.mockRestore();
  }, 180_000);

  it.each(SCREENS.map(({ code }) => [code]))(
    '%s answers every node with rows',
    async (code) => {
      const found = await lines(code);
      const bad = [...found.values()].flatMap(({ key, data, error }) =>
        error ? [`${key}: ${error.msg}`] : (data?.rows.length ?? 0) === 0 && !YOUNG.has(`${code}.${key}`) ? [`${key}: no rows`] : [],
      );
      expect(bad).toEqual([]);
    },
    180_000,
  );

  it('limits figures to the chosen organisation and year', async () => {
    const all = await lines('subCompany');
    const one = await lines('subCompany', { org: '江苏', year: '2025' });
    const value = (found: typeof all) => Number(found.get('goals')?.data?.rows[0]?.[1]);
    expect(value(one)).toBeGreaterThan(0);
    const branch = all.get('gaps')!;
    expect(branch.data!.rows.length).toBe(11);
    expect(value(one)).not.toBe(value(all));
  }, 60_000);

  it('shows the same figure under the same name on every screen', async () => {
    const known = new Map<string, { value: number; at: string }>();
    let shared = 0;
    for (const { code, config } of SCREENS) {
      const found = await lines(code);
      for (const node of Object.values(config.nodes)) {
        const rows = found.get(node.id)?.data?.rows ?? [];
        const isPlain = node.type === 'kpi' && node.chart && node.chart.filters.length === 0;
        const figures = isPlain ? [[String(node.props.label).replace('年度', ''), rows[0]?.[0]] as const] : [];
        const goals = node.id === 'goals' ? rows.map(([name, actual]) => [String(name), actual] as const) : [];
        for (const [name, shown] of [...figures, ...goals]) {
          const before = known.get(name);
          if (before) {
            expect(Number(shown), `${name} on ${code} and ${before.at}`).toBe(before.value);
            shared++;
          } else known.set(name, { value: Number(shown), at: code });
        }
      }
    }
    expect(shared).toBeGreaterThan(7);
  }, 180_000);

  it('shows what the detail tables of the warehouse say by the definition of each name, and the tables of the platform about itself: 90 figures over all nine', async () => {
    expect(SCREEN_FIGURES.length).toBeGreaterThanOrEqual(90);
    const wrong: string[] = [];
    for (const { code, config } of SCREENS) {
      const figures = SCREEN_FIGURES.filter(({ screen }) => screen === code);
      expect(figures.length, code).toBeGreaterThanOrEqual(5);
      const found = await lines(code);
      for (const figure of figures) {
        const node =
          figure.node ?? Object.values(config.nodes).find(({ type, props }) => type === 'kpi' && props.label === figure.label)?.id;
        const answered = found.get(node ?? '')?.data?.rows ?? [];
        const named = answered.filter(([name]) => name === figure.row);
        const row = typeof figure.row === 'string' ? named[0] : answered.at(figure.row ?? 0);
        const at = figure.at ?? 0;
        const shown = figure.isSum ? named.reduce((sum, one) => sum + Number(one[at]), 0) : Number(row?.[at] ?? Number.NaN);
        const ask = figureSql(figure);
        const { rows } = figure.of === 'platform' ? await app.database.pool.query(ask) : await source.sql(ask);
        const expected = Number((rows[0] as { value: string | null }).value ?? Number.NaN);
        const isSame = Math.abs(shown - expected) <= Math.abs(expected) * 1e-6;
        if (!isSame) wrong.push(`${code} ${figure.label} ${figure.at ?? 0}: ${shown}, by its definition ${expected}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 180_000);

  it('opens with the permission of that screen alone; panels over a source out of reach say so', async () => {
    const user = await app.make.user({ perms: ['screen:human:view'] });
    const send = app.as(user.token);
    expect((await send('GET', '/data/visual/screens/view/cockpit')).status).toBe(404);
    const found = await lines('human', {}, send);
    expect(new Set([...found.values()].map(({ error }) => error?.error))).toEqual(new Set(['auth.noPermission']));
  });
});

describe('in the hands of people', () => {
  const S = '/data/visual/screens';
  const byName = async (name: string) => (await app.admin('GET', `${S}/page?screenName=${encodeURIComponent(name)}`)).data.data[0];

  it('a copy is theirs; the original cannot be renamed or deleted, keeps what was changed in it and can be set back', async () => {
    const ours = await byName('人力资源');
    expect(ours).toMatchObject({ isSystem: '1', code: 'human' });
    const copied = await app.admin('POST', `${S}/copy/${ours.id}`, { screenName: '人力资源（我的）' });
    expect(copied.status, copied.msg).toBe(200);
    const mine = (await app.admin('GET', `${S}/${copied.data.id}`)).data;
    expect(mine).toMatchObject({ isSystem: '0', code: null });
    const config = { ...mine.screenConfig, nodes: { head: mine.screenConfig.nodes.head } };
    const edit = (id: string, version: number) => app.admin('PUT', `${S}/build/${id}`, { screenConfig: config, version });
    expect((await edit(mine.id, mine.version)).status).toBe(200);

    expect((await app.admin('PUT', `${S}/${ours.id}`, { screenName: '别的名字', version: ours.version })).status).toBe(422);
    expect((await app.admin('DELETE', `${S}/${ours.id}`)).status).toBe(422);
    expect((await edit(ours.id, ours.version)).status).toBe(200);
    await put();
    const drafted = (await app.admin('GET', `${S}/${ours.id}`)).data;
    expect(Object.keys(drafted.screenConfig.nodes)).toEqual(['head']);
    const back = await app.admin('POST', `${S}/reset/${ours.id}`, { version: drafted.version });
    expect(back.status, back.msg).toBe(200);
    const nodes = Object.keys((await app.admin('GET', `${S}/${ours.id}`)).data.screenConfig.nodes);
    expect(nodes.length).toBeGreaterThan(20);
  });
});
