import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { chartOf, tileOf } from '#modules/datasets/server/engine/test-documents.ts';
import { CANARY, testSource } from '#modules/sources/server/test-source.ts';
import { checked, exported, imported, importing, made, statesOf, tableSet, tileRows, tried, type Loose } from './test-transfer.ts';

const home = startApp();
const away = startApp();
const SALES = `('华东', 3), ('华东', 2), ('华北', 4)`;
const warehouse = testSource(home, `create table sale (region text, amount numeric); insert into sale values ${SALES}`);
// the other installation keeps the same table in another schema, its columns in capitals
const lake = testSource(
  away,
  `create schema dwd; create table dwd.sale ("REGION" text, "AMOUNT" numeric); insert into dwd.sale values ${SALES}`,
);
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

let set = '';
let chart = '';
let board = '';
let screen = '';
let lakeId = '';
let picture = '';
beforeAll(async () => {
  const sourceId = await warehouse.register({ sourceName: '业务库' });
  await lake.sql(`grant usage on schema dwd to ${lake.reader}; grant select on all tables in schema dwd to ${lake.reader}`);
  lakeId = await lake.register({ sourceName: '数据湖' });
  const folderId = await made(home.admin, 'folders', { kind: 'board', name: '经营', parentId: null });
  set = await made(home.admin, 'dataSets', tableSet(sourceId, 'sale'));
  chart = await made(home.admin, 'charts', { chartName: '按地区', chartConfig: chartOf(set, ['region'], ['amount']) });
  const sent = await home.admin('POST', '/file/files/uploadImg', ...multipart('logo.png', PNG));
  picture = sent.data.fileName as string;
  const stored = tileOf('stored', null, {
    chartId: chart,
    actions: [{ do: 'filter', map: [{ col: 'region', dataSetId: set, target: 'region' }] }],
  });
  const filters = [
    { id: 'f', label: '地区', kind: 'multi', source: { dataSetId: set, col: 'region' }, targets: [{ dataSetId: set, col: 'region' }] },
  ];
  const config = (more: Loose[]) => ({
    v: 1,
    tabs: [
      { id: 'main', name: '首页', layout: [stored, tileOf('own', chartOf(set, ['region'], ['amount'], { chartType: 'table' })), ...more] },
    ],
    filters,
  });
  board = await made(home.admin, 'boards', { boardName: '销售看板', folderId, boardConfig: config([]) });
  screen = await made(home.admin, 'screens', {
    screenName: '销售大屏',
    screenConfig: {
      v: 1,
      nodes: {
        n: {
          id: 'n',
          z: 0,
          x: 0,
          y: 0,
          w: 400,
          h: 300,
          type: 'chart',
          chartId: chart,
          actions: [{ do: 'jump', link: { to: 'board', id: board }, map: [] }],
        },
      },
    },
  });
  // the board leads to the screen, which leads back
  const { version } = (await home.admin('GET', `/data/visual/boards/${board}`)).data as { version: number };
  const jump = tileOf('jump', chartOf(set, ['region'], ['amount']), {
    actions: [{ do: 'jump', link: { to: 'screen', id: screen }, map: [] }],
  });
  const image = { i: 'logo', x: 0, y: 20, w: 4, h: 4, kind: 'image', fileName: picture };
  const saved = await home.admin('PUT', `/data/visual/boards/build/${board}`, { version, boardConfig: config([jump, image]) });
  expect(saved, saved.msg).toMatchObject({ status: 200 });
}, 120_000);

const whole = () => exported(home.admin, [{ kind: 'board', id: board }], { withLinks: true });
const counts = async () => {
  const { db } = away.database;
  const count = async (
    table:
      | 'visualDataSet'
      | 'visualChart'
      | 'visualBoard'
      | 'visualScreen'
      | 'visualFolder'
      | 'visualVersion'
      | 'visualOrigin'
      | 'fileObject',
  ) =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((e) => e.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  return Promise.all(
    (
      [
        'visualDataSet',
        'visualChart',
        'visualBoard',
        'visualScreen',
        'visualFolder',
        'visualVersion',
        'visualOrigin',
        'fileObject',
      ] as const
    ).map(count),
  );
};

describe('a file', () => {
  it('holds a board with all that it reads, and nothing of connections, rows or rights', async () => {
    const text = await whole();
    const file = JSON.parse(text);
    expect(file).toMatchObject({ format: 'databrain.visual', v: 1, sources: [{ name: '业务库', kind: '5' }] });
    expect(file.documents.map((one: Loose) => `${one.kind} ${one.folder.join('/')} ${one.name}`)).toEqual([
      'dataset  销售',
      'chart  按地区',
      'board 经营 销售看板',
      'screen  销售大屏',
    ]);
    expect(file.assets).toMatchObject([{ originalName: 'logo.png', size: PNG.length }]);
    for (const secret of [CANARY, warehouse.reader, '127.0.0.1', '华东']) expect(text).not.toContain(secret);
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`);
  });

  it('is the same again while nothing changes, apart from its time', async () => {
    const [a, b] = [JSON.parse(await whole()), JSON.parse(await whole())];
    expect({ ...a, exportTime: '' }).toEqual({ ...b, exportTime: '' });
  });

  it('names the boards and screens that clicks lead to when they do not come along', async () => {
    const said = await home.admin('POST', '/data/visual/transfer/contents', { items: [{ kind: 'board', id: board }] });
    expect(said.data).toMatchObject({
      documents: [{ name: '销售' }, { name: '按地区' }, { name: '销售看板', isChosen: true }],
      links: [{ kind: 'screen', name: '销售大屏' }],
      sources: [{ name: '业务库' }],
      assets: [{ name: 'logo.png', reason: null }],
    });
  });

  it('is for those who see the definitions', async () => {
    const perms = ['visual:transfer:export', 'visual:board:list', 'visual:board:edit', 'visual:chart:list', 'visual:set:list'];
    const stranger = home.as((await home.make.user({ perms, dataScope: '5' })).token);
    expect(await stranger('POST', '/data/visual/transfer/export', { items: [{ kind: 'board', id: board }] })).toMatchObject({
      status: 404,
      error: 'entity.notFound',
    });
    // who may change the board but not look into its data set gets no file with the data set
    const editor = home.as((await home.make.user({ perms: [...perms, 'visual:chart:detail'], dataScope: '1' })).token);
    const refused = await editor('POST', '/data/visual/transfer/export', { items: [{ kind: 'board', id: board }] });
    expect(refused).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(refused.msg).toContain('没有权限查看它的定义');
    const nobody = home.as((await home.make.user({ perms: ['visual:board:list'], dataScope: '1' })).token);
    for (const call of ['export', 'contents'])
      expect((await nobody('POST', `/data/visual/transfer/${call}`, { items: [{ kind: 'board', id: board }] })).status).toBe(403);
    for (const call of ['check', 'dryRun', 'import'])
      expect((await nobody('POST', `/data/visual/transfer/${call}`, { content: '{}', checksum: 'x' })).status).toBe(403);
  });
});

describe('an import', () => {
  it('proposes the only source of the kind, the table of another schema and the columns of another case', async () => {
    const said = await checked(away.admin, await whole());
    expect(said.sources).toMatchObject([{ name: '业务库', sourceId: lakeId, sets: ['销售'] }]);
    expect(said.tables).toMatchObject([
      {
        schema: 'public',
        table: 'sale',
        isFound: true,
        toSchema: 'dwd',
        toTable: 'sale',
        columns: [
          { column: 'amount', to: 'AMOUNT' },
          { column: 'region', to: 'REGION' },
        ],
      },
    ]);
    expect(said.documents.every(({ decision, matches }) => decision.do === 'new' && matches.length === 0)).toBe(true);
  });

  it('tries out without writing anything', async () => {
    const before = await counts();
    const { rows } = await tried(away.admin, await whole());
    expect(statesOf(rows)).toEqual({ 销售: 'new', 按地区: 'new', 销售看板: 'new', 销售大屏: 'new' });
    expect(rows[0]!.notes).toContain('表 public.sale 对应到 dwd.sale');
    expect(await counts()).toEqual(before);
  });

  it('answers the same figures on another installation, and a second time changes nothing', async () => {
    await publish(home.admin, board);
    const figures = await tileRows(home.admin, board, 'stored');
    const rows = await imported(away.admin, await whole(), { publish: true });
    const there = rows.get('销售看板')!;
    expect(there.path).toBe(`/visual/board/build/${there.id}`);
    expect(await tileRows(away.admin, there.id!, 'stored')).toEqual(figures);
    expect(await tileRows(away.admin, there.id!, 'own')).toEqual(figures);
    // no id of the file is one here, and the two lead to each other
    const { boardConfig, folderName } = (await away.admin('GET', `/data/visual/boards/${there.id}`)).data;
    const text = JSON.stringify(boardConfig);
    for (const id of [set, chart, board, screen, picture]) expect(text).not.toContain(id);
    expect(text).toContain(rows.get('销售大屏')!.id);
    expect(folderName).toBe('经营');
    const shown = boardConfig.tabs[0].layout.find((tile: Loose) => tile.i === 'logo').fileName;
    expect((await away.admin('GET', `/file/fileView/${shown}`)).raw.equals(PNG)).toBe(true);
    const back = JSON.stringify((await away.admin('GET', `/data/visual/screens/${rows.get('销售大屏')!.id}`)).data.screenConfig);
    expect(back).toContain(there.id);

    const before = await counts();
    const again = await imported(away.admin, await whole(), { publish: true });
    expect(statesOf([...again.values()])).toEqual({ 销售: 'same', 按地区: 'same', 销售看板: 'same', 销售大屏: 'same' });
    expect(await counts()).toEqual(before);
    const log = await away.database.db.selectFrom('sysOperLog').selectAll().where('title', '=', '导入可视化定义').execute();
    expect(log.length).toBeGreaterThanOrEqual(2);
  });

  it('says in words what it changes, keeps what was there as a version, and goes through for what was tried out alone', async () => {
    const content = await whole();
    const { rows: first } = await tried(away.admin, content);
    const id = first.find(({ name }) => name === '销售看板')!.id!;
    const read = async () => (await away.admin('GET', `/data/visual/boards/${id}`)).data;
    const { version, boardConfig } = await read();
    const tab = boardConfig.tabs[0];
    const changed = { ...boardConfig, tabs: [{ ...tab, name: '总览', layout: tab.layout.filter((tile: Loose) => tile.i !== 'own') }] };
    expect(await away.admin('PUT', `/data/visual/boards/build/${id}`, { boardConfig: changed, version })).toMatchObject({ status: 200 });

    const { rows, checksum } = await tried(away.admin, content);
    const row = rows.find(({ name }) => name === '销售看板')!;
    expect(row).toMatchObject({ state: 'changed', id });
    expect(row.changes).toContainEqual({ what: 'changed', subject: '页签', name: '首页', details: ['由“总览”改名'] });
    expect(row.changes.some(({ what, subject }) => what === 'added' && subject === '组件')).toBe(true);

    // somebody saves in between
    const now = await read();
    expect(
      await away.admin('PUT', `/data/visual/boards/build/${id}`, { boardConfig: { ...changed, refreshSec: 60 }, version: now.version }),
    ).toMatchObject({ status: 200 });
    const stale = await importing(away.admin, content, {}, checksum);
    expect(stale).toMatchObject({ status: 409, error: 'transfer.stale' });
    expect((await read()).boardConfig.refreshSec).toBe(60);
    // another mapping or file is something else as well
    const fresh = await tried(away.admin, content);
    expect(await importing(away.admin, content, { publish: true }, fresh.checksum)).toMatchObject({ error: 'transfer.stale' });
    expect(await importing(away.admin, `${content} `, {}, fresh.checksum)).toMatchObject({ error: 'transfer.stale' });

    expect(await importing(away.admin, content, {}, fresh.checksum)).toMatchObject({ status: 200 });
    expect((await read()).boardConfig.tabs[0].name).toBe('首页');
    const versions = (await away.admin('GET', `/data/visual/versions/board/${id}/page`)).data.data as Loose[];
    expect(versions[0]).toMatchObject({ name: '导入的定义' });
    const restored = await away.admin('POST', `/data/visual/versions/board/${id}/no/${versions[1]!.versionNo}/restore`, {
      version: (await read()).version,
    });
    expect(restored).toMatchObject({ status: 200 });
    expect((await read()).boardConfig).toMatchObject({ refreshSec: 60, tabs: [{ name: '总览' }] });
  });

  it('keeps both under a new name, uses what is here, and leaves out what was skipped', async () => {
    const content = await whole();
    const said = await checked(away.admin, content);
    const keyOf = (name: string) => said.documents.find((one) => one.name === name)!.key;
    const mapping = {
      documents: [
        { key: keyOf('销售'), do: 'use' },
        { key: keyOf('按地区'), do: 'use' },
        { key: keyOf('销售看板'), do: 'new', name: '销售看板（导入）' },
        { key: keyOf('销售大屏'), do: 'skip' },
      ],
    };
    const rows = await imported(away.admin, content, mapping);
    expect(statesOf([...rows.values()])).toEqual({ 销售: 'used', 按地区: 'used', 销售看板: 'new', 销售大屏: 'skipped' });
    const { boardName, boardConfig } = (await away.admin('GET', `/data/visual/boards/${rows.get('销售看板')!.id}`)).data;
    expect(boardName).toBe('销售看板（导入）');
    expect(JSON.stringify(boardConfig)).toContain(rows.get('按地区')!.id);

    const skipped = await tried(away.admin, content, { documents: [{ key: keyOf('按地区'), do: 'skip' }] });
    const wrong = skipped.rows.find(({ name }) => name === '销售看板')!;
    expect(wrong).toMatchObject({ state: 'wrong', problems: [expect.stringContaining('引用的图表“按地区”没有导入')] });
    const refused = await importing(away.admin, content, { documents: [{ key: keyOf('按地区'), do: 'skip' }] }, skipped.checksum);
    expect(refused).toMatchObject({ status: 422, error: 'rule.broken' });
  });

  it('gives back to where it came from what was changed there', async () => {
    const rows = await tried(away.admin, await whole());
    const id = rows.rows.find(({ name }) => name === '销售看板')!.id!;
    const content = await exported(away.admin, [{ kind: 'board', id }]);
    const said = await checked(home.admin, content);
    expect(said.documents.find(({ kind }) => kind === 'board')?.matches[0]).toMatchObject({ id: board, by: 'id' });
  });

  it('refuses sources, tables and statements that the importer does not reach', async () => {
    const content = await whole();
    const perms = [
      'visual:transfer:import',
      'visual:set:add',
      'visual:set:list',
      'visual:chart:add',
      'visual:chart:list',
      'visual:board:add',
      'visual:board:list',
    ];
    const importer = away.as((await away.make.user({ perms, dataScope: '5' })).token);
    const said = await checked(importer, content);
    expect(said.choices).toEqual([]);
    const given = { sources: [{ key: said.sources[0]!.key, sourceId: lakeId }] };
    const { rows } = await tried(importer, content, given);
    expect(rows[0]).toMatchObject({ state: 'wrong', problems: [expect.stringContaining('请为数据源“业务库”选择')] });
    const open = await tried(away.admin, content, {
      tables: [{ source: said.sources[0]!.key, schema: 'public', table: 'sale', toSchema: 'dwd', toTable: 'gone' }],
      documents: [{ key: `dataset:${set}`, do: 'new' }],
    });
    expect(open.rows[0]!.problems[0]).toContain('没有表“dwd.gone”');
  });

  it('takes the permissions of doing it by hand', async () => {
    const content = await whole();
    const perms = [
      'visual:transfer:import',
      'visual:set:list',
      'visual:set:detail',
      'visual:chart:list',
      'visual:board:list',
      'visual:screen:list',
    ];
    const importer = away.as((await away.make.user({ perms, dataScope: '1' })).token);
    const { rows } = await tried(importer, content, {
      documents: JSON.parse(content).documents.map((one: Loose) => ({ key: `${one.kind}:${one.id}`, do: 'new' })),
    });
    expect(rows.every(({ state }) => state === 'wrong')).toBe(true);
    const said = await checked(away.admin, content);
    const replacing = said.documents.map(({ key, matches }) => ({ key, do: 'replace', id: matches[0]!.id }));
    const replaced = await tried(importer, content, { documents: replacing });
    expect(replaced.rows.every(({ state }) => state === 'wrong')).toBe(true);
    expect(replaced.rows.find(({ kind }) => kind === 'board')!.problems).toEqual(['要替换的看板不存在，或您没有修改权限']);
  });
});

describe('a data set made of a statement', () => {
  it('passes the data gate of the importer, with another statement where one is given', async () => {
    const { data } = await home.admin('GET', '/data/visual/dataSets/page?setName=' + encodeURIComponent('销售'));
    const own = await made(home.admin, 'dataSets', {
      setName: '大额销售',
      sourceId: data.data[0].sourceId,
      setSql: 'select region, amount from sale where amount > 2',
    });
    const content = await exported(home.admin, [{ kind: 'dataset', id: own }]);
    const key = `dataset:${own}`;
    const refused = (await tried(away.admin, content)).rows[0]!;
    expect(refused.state).toBe('wrong');
    const statements = (sql: string) => ({ statements: [{ key, sql }] });
    expect((await tried(away.admin, content, statements('drop table dwd.sale'))).rows[0]).toMatchObject({ state: 'wrong' });
    expect(
      (await tried(away.admin, content, statements("select pg_read_file('/etc/passwd') as region, 1 as amount"))).rows[0],
    ).toMatchObject({ state: 'wrong' });
    const rows = await imported(
      away.admin,
      content,
      statements('select "REGION" as region, "AMOUNT" as amount from dwd.sale where "AMOUNT" > 2'),
    );
    expect(rows.get('大额销售')).toMatchObject({ state: 'new' });
  });

  it('made of an uploaded file asks for the file', async () => {
    const upload = async (call: typeof home.admin) =>
      (await call('POST', '/data/visual/dataSets/files', ...multipart('客户.csv', Buffer.from('客户,金额\n甲,10\n')))).data
        .fileName as string;
    const fields = [
      { id: '客户', name: '客户', role: 'dimension', type: 'string' },
      { id: '金额', name: '金额', role: 'measure', type: 'number', agg: 'sum' },
    ];
    const own = await made(home.admin, 'dataSets', {
      setName: '客户',
      model: { v: 1, origin: { kind: 'file', fileName: await upload(home.admin), originalName: '客户.csv' }, fields },
    });
    const content = await exported(home.admin, [{ kind: 'dataset', id: own }]);
    expect(content).not.toContain('甲');
    expect((await checked(away.admin, content)).documents[0]).toMatchObject({ dataFile: '客户.csv' });
    expect((await tried(away.admin, content)).rows[0]!.problems).toEqual(['文件中不含数据，请上传数据文件“客户.csv”']);
    const files = [{ key: `dataset:${own}`, fileName: await upload(away.admin), originalName: '客户.csv' }];
    expect((await imported(away.admin, content, { files })).get('客户')).toMatchObject({ state: 'new' });
    expect((await tried(away.admin, content)).rows[0]).toMatchObject({ state: 'same' });
  });
});

async function publish(call: typeof home.admin, id: string): Promise<void> {
  const { version } = (await call('GET', `/data/visual/boards/${id}`)).data as { version: number };
  expect(await call('POST', `/data/visual/boards/publish/${id}`, { version })).toMatchObject({ status: 200 });
}
