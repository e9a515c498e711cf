import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { importFile, itGuardsRecords, sheetOf } from '../test-records.ts';

const BASE = '/api/project/qualityProject';
const CODE = 'project:qualityProject';
const app = startApp();
let branch = '';
beforeAll(async () => {
  branch = (await app.make.dept({ deptName: '创优分公司' })).id;
});

const sample = (n: number, over: Record<string, unknown> = {}): Record<string, unknown> => ({
  projectName: `试验大厦第${n}期工程`,
  projectCode: `ZL-${n}`,
  projectType: '1',
  businessType: '2',
  branchId: branch,
  deptId: branch,
  provinceCode: '330000',
  cityCode: '330100',
  address: '文三路1号',
  lng: 120.15,
  lat: 30.28,
  ownerUnit: '试验城投集团',
  surveyUnit: null,
  designUnit: '试验设计院',
  buildUnit: '试验建工集团',
  supervisionUnit: '试验监理公司',
  contractAmount: '860.50',
  investAmount: '52000.00',
  scale: '建筑面积5.2万平方米',
  startDate: '2021-03-01',
  planFinishDate: '2023-03-01',
  finishDate: '2023-06-01',
  acceptDate: '2023-07-01',
  acceptGrade: '1',
  awardName: '钱江杯',
  awardLevel: '2',
  awardGrade: null,
  awardOrg: '浙江省住房和城乡建设厅',
  awardDate: null,
  awardCertNo: null,
  role: '1',
  stage: '2',
  projectManager: '张三',
  techLeader: '李四',
  members: ['王五', '赵六'],
  attachments: null,
  sort: 0,
  remark: null,
  ...over,
});
const create = async (n: number, over: Record<string, unknown> = {}): Promise<string> => {
  const answer = await app.admin('POST', BASE, sample(n, over));
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};
const read = async (id: string) => (await app.admin('GET', `${BASE}/${id}`)).data;
const won = { stage: '5', awardDate: '2024-05-01', awardGrade: '3' };

itKeepsCrudPromises(app, { base: BASE, code: CODE, sample: (n) => sample(n), duplicate: '工程编号已存在' });
itGuardsRecords(app, {
  base: BASE,
  alias: '/api/qualityProject',
  code: CODE,
  sample: (n, branchId) => sample(n, { branchId, deptId: branchId }),
});

describe('rules', () => {
  it('name the field that breaks them', async () => {
    for (const [over, path] of [
      [{ ...won, awardName: null }, 'awardName'],
      [{ ...won, awardOrg: null }, 'awardOrg'],
      [{ ...won, awardDate: null }, 'awardDate'],
      [{ planFinishDate: '2021-02-28' }, 'planFinishDate'],
      [{ finishDate: '2021-02-28' }, 'finishDate'],
      [{ acceptDate: '2023-05-31' }, 'acceptDate'],
      [{ lng: 30.28, lat: 120.15 }, 'lng'],
      [{ lat: null }, 'lat'],
      [{ cityCode: '440100' }, 'cityCode'],
      [{ provinceCode: '990000', cityCode: '990100' }, 'provinceCode'],
    ] as const) {
      const answer = await app.admin('POST', BASE, sample(101, over));
      expect(answer, path).toMatchObject({ status: 422, error: 'rule.broken' });
      expect(answer.data[0].path).toBe(path);
    }
    expect((await app.admin('POST', BASE, sample(101, { provinceCode: null }))).status).toBe(400);
    expect((await app.admin('POST', BASE, sample(101, { lng: '东经' }))).status).toBe(400);
    expect((await app.admin('POST', BASE, sample(101, { contractAmount: '-1' }))).status).toBe(400);
  });

  it('name the place as people read it', async () => {
    expect(await read(await create(102))).toMatchObject({ areaName: '浙江省 / 杭州市', branchName: '创优分公司' });
  });
});

describe('the way to an award', () => {
  it('leads forward, and back only with a reason that stays in the track', async () => {
    const id = await create(110, { stage: '1' });
    const put = async (over: Record<string, unknown>) => app.admin('PUT', `${BASE}/${id}`, { ...(await read(id)), ...over });
    expect((await put({ stage: '4' })).status).toBe(200);
    const back = await put({ stage: '2' });
    expect(back).toMatchObject({ status: 422, error: 'rule.broken' });
    expect(back.data[0].path).toBe('stageReason');
    expect((await put({ stage: '2', stageReason: '申报材料需补充' })).status).toBe(200);
    expect((await put(won)).status).toBe(200);
    expect((await put({ stage: '6' })).data[0].path).toBe('stageReason');
    const { track, stageReason } = await read(id);
    expect(stageReason).toBeUndefined();
    expect(
      track.map((step: { fromStage: string | null; stage: string; reason: string | null }) => [step.fromStage, step.stage, step.reason]),
    ).toEqual([
      [null, '1', null],
      ['1', '4', null],
      ['4', '2', '申报材料需补充'],
      ['2', '5', null],
    ]);
    const { data: changes } = await app.admin('GET', `${BASE}/${id}/changes`);
    const logs = await app.database.db
      .selectFrom('sysOperLog')
      .select('note')
      .where(
        'id',
        'in',
        changes.map((change: { logId: string }) => change.logId),
      )
      .execute();
    expect(logs.map((log) => log.note).join()).toContain('由“评审/公示”退回“申报”，原因：申报材料需补充');
  });
});

describe('possible duplicates', () => {
  it('are the same project and award; another award of the project is another record', async () => {
    const id = await create(120);
    const answer = await app.admin('POST', BASE, sample(121, { projectName: '试验大厦 第120期工程' }));
    expect(answer).toMatchObject({ status: 409, error: 'record.similar' });
    expect(answer.data.similar).toEqual([{ id, title: '试验大厦第120期工程', detail: 'ZL-120，钱江杯' }]);
    expect((await app.admin('POST', BASE, sample(121, { projectName: '试验大厦 第120期工程', awardName: '鲁班奖' }))).status).toBe(200);
    expect((await app.admin('POST', BASE, sample(122, { projectName: '试验大厦第120期工程', confirmSimilar: true }))).status).toBe(200);
  });
});

describe('list and figures', () => {
  it('agree with what was put in', async () => {
    const place = (await app.make.dept({ deptName: '统计分公司' })).id;
    const call = app.as((await app.make.user({ perms: [`${CODE}:list`, `${CODE}:add`], dataScope: '4', deptId: place })).token);
    const rows: Record<string, unknown>[] = [
      { ...won, awardLevel: '1', awardDate: '2024-05-01' },
      { ...won, awardDate: '2025-05-01', contractAmount: '0.25' },
      { ...won, awardDate: '2025-06-01', projectType: '3', provinceCode: '110000', cityCode: '110000', lng: null, lat: null },
      { stage: '6', contractAmount: null },
      { stage: '3' },
    ];
    for (const [index, over] of rows.entries())
      expect((await call('POST', BASE, sample(200 + index, { branchId: place, deptId: null, ...over }))).status).toBe(200);
    expect((await call('GET', `${BASE}/stat`)).data).toEqual({
      total: 5,
      won: 3,
      nationalWon: 1,
      running: 1,
      winRate: 75,
      contractAmount: '2581.75',
      investAmount: '260000.00',
      byLevel: [
        { key: '1', name: '国家级', count: 1 },
        { key: '2', name: '省部级', count: 4 },
      ],
      byStage: [
        { key: '3', name: '初审', count: 1 },
        { key: '5', name: '获奖', count: 3 },
        { key: '6', name: '未获奖', count: 1 },
      ],
      byType: [
        { key: '1', name: '房建', count: 4 },
        { key: '3', name: '公路', count: 1 },
      ],
      byBranch: [{ key: place, name: '统计分公司', count: 5 }],
      byYear: [
        { key: '2024', name: '2024年', count: 1 },
        { key: '2025', name: '2025年', count: 2 },
      ],
    });
    const found = async (query: string) => (await call('GET', `${BASE}/page?${query}`)).data.total;
    expect(await found('areaCode=110000')).toBe(1);
    expect(await found('areaCode=330100')).toBe(4);
    expect(await found('awardFrom=2025-01-01&awardTo=2025-05-31')).toBe(1);
    expect(await found('stage=5')).toBe(3);
    expect(await found('phase=running')).toBe(1);
    expect(await found('phase=decided')).toBe(4);
    expect(await found(`keyword=${encodeURIComponent('第203期')}`)).toBe(1);
    expect(await found('keyword=zl-204')).toBe(1);
    expect((await call('GET', `${BASE}/stat?stage=3`)).data).toMatchObject({ total: 1, winRate: null });
  });
});

describe('Excel', () => {
  const TITLES = ['工程名称', '工程编号', '工程类型', '承担业务', '所属分公司', '省份', '城市', '创优阶段', '奖项级别', '合同额（万元）'];
  const row = (n: number, over: Record<number, string | number | null> = {}) =>
    [`导入工程${n}`, `IM-${n}`, '房建', '设计', '创优分公司', '北京市', null, '申报', '省部级', 12.3].map((cell, index) =>
      index in over ? (over[index] ?? null) : cell,
    );

  it('imports all rows or none, and says what is wrong with each', async () => {
    const bad = await importFile(TITLES, [
      row(1),
      row(1, { 0: '另一工程' }),
      row(3, { 5: '京' }),
      row(4, { 6: '杭州市' }),
      row(5, { 7: '获奖' }),
    ]);
    const checked = await app.admin('POST', `${BASE}/import?commit=0`, ...bad);
    expect(checked.data.errors.map((error: { row: number; column: string }) => [error.row, error.column])).toEqual([
      [3, '工程编号'],
      [4, '省份'],
      [5, '城市'],
      [6, '奖项名称'],
    ]);
    expect(await app.admin('POST', `${BASE}/import?commit=1`, ...bad)).toMatchObject({ status: 422, error: 'import.invalid' });
    expect((await app.admin('GET', `${BASE}/page?keyword=${encodeURIComponent('导入工程')}`)).data.total).toBe(0);
    expect((await app.admin('POST', `/api/qualityProject/import?commit=1`, ...(await importFile(TITLES, [row(1), row(2)])))).status).toBe(
      200,
    );
    const { data } = await app.admin('GET', `${BASE}/page?keyword=${encodeURIComponent('导入工程')}`);
    expect(data.total).toBe(2);
    expect(data.data[0]).toMatchObject({ provinceCode: '110000', cityCode: '110000', contractAmount: '12.30', stage: '2' });
  });

  it('exports the chosen columns of the filtered rows', async () => {
    const answer = await app.admin('POST', `${BASE}/export`, {
      keyword: '导入工程',
      columns: ['projectName', 'areaName', 'stage', 'contractAmount'],
    });
    const rows = await sheetOf(answer.raw);
    expect(rows).toEqual([
      ['工程名称', '所在地', '创优阶段', '合同额（万元）'],
      ['导入工程1', '北京市', '申报', 12.3],
      ['导入工程2', '北京市', '申报', 12.3],
    ]);
  });

  it('has a template with every choice', async () => {
    const rows = await sheetOf((await app.admin('POST', `${BASE}/import/template`)).raw);
    expect(rows[0]).toContain('工程名称*');
    expect(rows[0]).toContain('确认重复');
    expect(rows[0]).not.toContain('所在地');
  });
});
