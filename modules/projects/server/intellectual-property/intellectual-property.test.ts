import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';
import { addDays, dayAt } from '../../core/expiry.ts';
import { patentCheckDigit } from '../../core/patent-number.ts';
import { importFile, itGuardsRecords, sheetOf } from '../test-records.ts';

const BASE = '/api/project/intellectualProperty';
const CODE = 'project:intellectualProperty';
const app = startApp();
let branch = '';
let branchName = '';
beforeAll(async () => {
  branchName = '知识产权分公司';
  branch = (await app.make.dept({ deptName: branchName })).id;
});

/** a number with its check digit, different for each n */
const patentNo = (n: number, kind = '2'): string => {
  const digits = `2023${kind}${String(1_000_000 + n)}`;
  return `CN${digits}.${patentCheckDigit(digits)}`;
};
const sample = (n: number, over: Record<string, unknown> = {}): Record<string, unknown> => ({
  ipName: `一种试验装置第${n}型`,
  ipType: '2',
  ipLevel: null,
  applyNo: patentNo(n),
  applyDate: '2023-05-10',
  grantNo: `ZL${patentNo(n).slice(2)}`,
  grantDate: '2024-02-20',
  certNo: `第${n}号`,
  owner: '试验公司',
  coOwners: null,
  inventors: ['张三', '李四'],
  branchId: branch,
  deptId: branch,
  legalStatus: '4',
  expireDate: '2033-05-09',
  annualFeeDue: '2030-05-10',
  annualFee: '1200.00',
  ipcClass: 'E02D 17/04',
  field: '岩土',
  projectId: null,
  transformAmount: '12.50',
  rewardAmount: '3000.00',
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

itKeepsCrudPromises(app, { base: BASE, code: CODE, sample: (n) => sample(n) });
itGuardsRecords(app, {
  base: BASE,
  alias: '/api/intellectualProperty',
  code: CODE,
  sample: (n, branchId) => sample(n, { branchId, deptId: branchId }),
});

describe('rules', () => {
  it('name the field that breaks them', async () => {
    for (const [over, path] of [
      [{ grantNo: null }, 'grantNo'],
      [{ grantDate: null }, 'grantDate'],
      [{ grantDate: '2023-05-09' }, 'grantDate'],
      [{ applyNo: 'CN202321000101.0' }, 'applyNo'],
      [{ applyNo: patentNo(101, '1') }, 'applyNo'],
      [{ ipType: '4', grantNo: '登记123' }, 'grantNo'],
      [{ projectId: '424242' }, 'projectId'],
      [{ branchId: '424242', deptId: null }, 'branchId'],
    ] as const) {
      const answer = await app.admin('POST', BASE, sample(101, over));
      expect(answer, path).toMatchObject({ status: 422, error: 'rule.broken' });
      expect(answer.data[0].path).toBe(path);
    }
    expect((await app.admin('POST', BASE, sample(101, { annualFee: '12.345' }))).status).toBe(400);
    expect((await app.admin('POST', BASE, sample(101, { inventors: ['张三', '张三'] }))).status).toBe(400);
    expect((await app.admin('POST', BASE, sample(101, { ipType: '12' }))).status).toBe(400);
  });

  it('keep one form of a number, the order of the inventors and money as text', async () => {
    const id = await create(102, {
      applyNo: patentNo(102).replace('CN', 'zl 2023 ').replace('2023 2023', '2023 '),
      inventors: '王五、赵六，张三',
      annualFee: 900,
      transformAmount: '1,234.5',
    });
    expect(await read(id)).toMatchObject({
      applyNo: patentNo(102),
      inventors: ['王五', '赵六', '张三'],
      annualFee: '900.00',
      transformAmount: '1234.50',
    });
  });

  it('fill in the last day of a right in force, and leave that of a pending one open', async () => {
    expect(await read(await create(103, { expireDate: null }))).toMatchObject({ expireDate: '2033-05-09' });
    const pending = { legalStatus: '2', expireDate: null, grantNo: null, grantDate: null };
    expect(await read(await create(104, pending))).toMatchObject({ expireDate: null });
  });

  it('let a status go on but not back', async () => {
    const id = await create(105, { legalStatus: '6' });
    const row = await read(id);
    const back = await app.admin('PUT', `${BASE}/${id}`, { ...row, legalStatus: '2' });
    expect(back).toMatchObject({ status: 422, msg: '法律状态不能由“失效/终止”变为“已受理”，可变为“已授权”' });
    expect(back.data[0].path).toBe('legalStatus');
    expect((await app.admin('PUT', `${BASE}/${id}`, { ...row, legalStatus: '4' })).status).toBe(200);
  });
});

describe('possible duplicates', () => {
  it('are shown with the record that was found, and saved when confirmed', async () => {
    const id = await create(110, { ipName: '一种 边坡预警（装置）' });
    const again = sample(111, { ipName: '一种边坡预警装置' });
    const answer = await app.admin('POST', BASE, again);
    expect(answer).toMatchObject({ status: 409, error: 'record.similar' });
    expect(answer.data.similar).toEqual([{ id, title: '一种 边坡预警（装置）', detail: sample(110).grantNo }]);
    expect((await app.admin('POST', BASE, { ...again, confirmSimilar: true })).status).toBe(200);
    expect(await app.admin('POST', BASE, sample(112, { applyNo: patentNo(110) }))).toMatchObject({ status: 409, error: 'record.similar' });
    // another type of right of the same thing is another right
    expect(
      (await app.admin('POST', BASE, sample(113, { ipName: '一种边坡预警装置', ipType: '7', applyNo: null, grantNo: 'GF-1' }))).status,
    ).toBe(200);
  });

  it('out of reach are not named', async () => {
    const other = (await app.make.dept()).id;
    const call = app.as((await app.make.user({ perms: [`${CODE}:add`], dataScope: '4', deptId: other })).token);
    await create(114);
    const answer = await call('POST', BASE, sample(115, { branchId: other, deptId: null, applyNo: patentNo(114) }));
    expect(answer.data.similar).toEqual([{ id: null, title: '其他部门的记录', detail: '不在您的数据范围内' }]);
    expect(JSON.stringify(answer.body)).not.toContain('第114型');
  });
});

describe('list and figures', () => {
  it('agree with what was put in', async () => {
    const place = (await app.make.dept({ deptName: '统计分公司' })).id;
    const call = app.as((await app.make.user({ perms: [`${CODE}:list`, `${CODE}:add`], dataScope: '4', deptId: place })).token);
    const today = dayAt(new Date());
    const rows: Record<string, unknown>[] = [
      { grantDate: '2024-02-20', annualFeeDue: addDays(today, 20) },
      { grantDate: '2024-08-20', annualFeeDue: addDays(today, 91) },
      { grantDate: '2025-01-05', legalStatus: '7', annualFeeDue: null, expireDate: addDays(today, 3650), transformAmount: '0.25' },
      { ipType: '7', applyNo: null, grantNo: 'GF-77', annualFeeDue: null, expireDate: null },
      { legalStatus: '2', grantNo: null, grantDate: null, annualFeeDue: addDays(today, 5), expireDate: null },
      { legalStatus: '6', annualFeeDue: addDays(today, -5) },
    ];
    for (const [index, over] of rows.entries())
      expect((await call('POST', BASE, sample(200 + index, { branchId: place, deptId: null, ...over }))).status).toBe(200);
    expect((await call('GET', `${BASE}/stat`)).data).toEqual({
      total: 6,
      inForce: 4,
      patentsInForce: 3,
      pending: 1,
      dueSoon: 1,
      transformAmount: '62.75',
      rewardAmount: '18000.00',
      byType: [
        { key: '2', name: '实用新型', count: 5 },
        { key: '7', name: '工法', count: 1 },
      ],
      byYear: [
        { key: '2024', name: '2024年', count: 4 },
        { key: '2025', name: '2025年', count: 1 },
      ],
      byBranch: [{ key: place, name: '统计分公司', count: 6 }],
      byStatus: [
        { key: '2', name: '已受理', count: 1 },
        { key: '4', name: '已授权', count: 3 },
        { key: '6', name: '失效/终止', count: 1 },
        { key: '7', name: '转让/许可', count: 1 },
      ],
    });
    const found = async (query: string) => (await call('GET', `${BASE}/page?${query}`)).data.total;
    expect(await found('dueWithin=30')).toBe(1);
    expect(await found('dueWithin=90')).toBe(1);
    expect(await found('dueWithin=0')).toBe(0);
    expect(await found('legalStatus=4')).toBe(3);
    for (const [phase, n] of [
      ['inForce', 4],
      ['patents', 3],
      ['pending', 1],
    ] as const)
      expect(await found(`phase=${phase}`), phase).toBe(n);
    expect(await found('grantFrom=2024-03-01&grantTo=2024-12-31')).toBe(1);
    expect(await found(`keyword=${encodeURIComponent('李四')}`)).toBe(6);
    expect(await found(`keyword=${encodeURIComponent('第203型')}`)).toBe(1);
    expect(await found('keyword=gf-77')).toBe(1);
    expect(await found(`keyword=${encodeURIComponent("'; --%")}`)).toBe(0);
    expect((await call('GET', `${BASE}/stat?ipType=7`)).data.total).toBe(1);
  });

  it('puts missing days last, whichever way the list is ordered', async () => {
    for (const sort of ['annualFeeDue', '-annualFeeDue']) {
      const { data } = (await app.admin('GET', `${BASE}/page?pageSize=200&sort=${sort}`)).data;
      const days = data.map((row: { annualFeeDue: string | null }) => row.annualFeeDue);
      expect(days.at(-1)).toBeNull();
      expect(days[0]).not.toBeNull();
    }
  });

  it('appears in the calendar of what ends', async () => {
    const due = addDays(dayAt(new Date()), 12);
    const id = await create(230, { annualFeeDue: due });
    const { data } = await app.admin('GET', `/api/project/expiryCalendar?from=${due}&to=${due}&entity=intellectualProperty`);
    expect(data.items).toContainEqual(expect.objectContaining({ id, what: '年费到期', validTo: due }));
    await app.admin('PUT', `${BASE}/${id}`, { ...(await read(id)), legalStatus: '6' });
    const after = await app.admin('GET', `/api/project/expiryCalendar?from=${due}&to=${due}&entity=intellectualProperty`);
    expect(after.data.items.map((item: { id: string }) => item.id)).not.toContain(id);
  });
});

describe('Excel', () => {
  const TITLES = [
    '名称',
    '知识产权类型',
    '法律状态',
    '所属分公司',
    '申请号',
    '申请日期',
    '授权/登记号',
    '授权日期',
    '权利人',
    '发明人',
    '确认重复',
  ];
  const row = (n: number, over: Record<number, string | null> = {}) =>
    [
      `导入专利${n}`,
      '实用新型',
      '已授权',
      branchName,
      patentNo(n),
      '2023-05-10',
      `ZL${patentNo(n).slice(2)}`,
      '2024-02-20',
      '试验公司',
      '张三、李四',
      null,
    ].map((cell, index) => (index in over ? (over[index] ?? null) : cell));

  it('imports all rows or none, and says what is wrong with each', async () => {
    const bad = await importFile(TITLES, [
      row(301),
      row(302, { 1: '飞机' }),
      row(303, { 3: '无此分公司' }),
      row(304, { 4: 'CN202321000304.Y' }),
      row(305, { 6: null }),
      row(306, { 0: '导入专利301' }),
    ]);
    const checked = await app.admin('POST', `${BASE}/import?commit=0`, ...bad);
    expect(checked.data).toMatchObject({ total: 6, valid: 1 });
    expect(checked.data.errors.map((error: { row: number; column: string }) => [error.row, error.column])).toEqual([
      [3, '知识产权类型'],
      [4, '所属分公司'],
      [5, '申请号'],
      [6, '授权/登记号'],
      [7, '确认重复'],
    ]);
    expect(checked.data.errors[4].message).toContain('“确认重复”列填写“是”');
    expect(await app.admin('POST', `${BASE}/import?commit=1`, ...bad)).toMatchObject({ status: 422, error: 'import.invalid' });
    expect((await app.admin('GET', `${BASE}/page?keyword=${encodeURIComponent('导入专利')}`)).data.total).toBe(0);
    const good = await importFile(TITLES, [row(301), row(306, { 0: '导入专利301', 10: '是' })]);
    expect((await app.admin('POST', `/api/intellectualProperty/import?commit=1`, ...good)).status).toBe(200);
    const { data } = await app.admin('GET', `${BASE}/page?keyword=${encodeURIComponent('导入专利')}`);
    expect(data.total).toBe(2);
    expect(data.data[0]).toMatchObject({ inventors: ['张三', '李四'], branchName, expireDate: '2033-05-09' });
  });

  it('exports the chosen columns of the filtered rows', async () => {
    const answer = await app.admin('POST', `${BASE}/export`, {
      keyword: '导入专利',
      columns: ['ipName', 'inventors', 'legalStatus', 'branchName'],
    });
    const rows = await sheetOf(answer.raw);
    expect(rows[0]).toEqual(['名称', '发明人', '法律状态', '所属分公司']);
    expect(rows.slice(1)).toHaveLength(2);
    expect(rows[1]).toEqual(['导入专利301', '张三、李四', '已授权', branchName]);
  });
});

it('is known to the recycle bin', () => {
  const kind = app.node.app.modules.flatMap((module) => module.recycle ?? []).find((each) => each.table === 'prjIntellectualProperty');
  expect(kind).toMatchObject({ label: '知识产权', code: CODE, nameField: 'ipName' });
});
