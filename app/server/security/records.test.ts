import { beforeAll, describe, expect, it } from 'vitest';
import { startApp, type Send } from '#kit/test/app.ts';
import { makeQualification, qualificationInput, typeIdOf } from '#modules/projects/server/practicing/make-for-test.ts';
import { makeSupplier } from '#modules/projects/server/supplier/test-supplier.ts';
import { sheetOf } from '#modules/projects/server/test-records.ts';

const app = startApp();
const PERSON = '/api/project/practicingQualification';
const SUPPLIER = '/api/project/supplier';
const UNIT = '/api/project/department';
const ID_CARD = '11010519491231002X';
const ACCOUNT = '6222021234509876';
/** Telephone numbers that appear nowhere else. */
const PHONES = { person: '13770001111', supplier: '13770002222', unit: '13770003333', user: '13770004444' };

interface Made {
  person: string;
  supplier: string;
  unit: string;
  user: string;
}
async function everyKind(n: number, over: { branchId?: string } = {}): Promise<Made> {
  const post = async (path: string, body: object) => {
    const answer = await app.admin('POST', path, body);
    expect(answer, answer.msg).toMatchObject({ status: 200 });
    return answer.data.id as string;
  };
  const user = await app.make.user();
  await app.database.db.updateTable('sysUser').set({ phone: PHONES.user }).where('id', '=', user.id).execute();
  return {
    person: await makeQualification(app, { ...over, idCardNo: ID_CARD, phone: PHONES.person }),
    supplier: await post(SUPPLIER, makeSupplier(n, { contactPhone: PHONES.supplier, bankAccount: ACCOUNT, bankName: '某银行' })),
    unit: await post(UNIT, { deptName: `泄密单元${n}`, deptCode: `LEAK-${n}`, deptType: '2', leader: '张三', leaderPhone: PHONES.unit }),
    user: user.id,
  };
}
const leaks = (text: string): string[] => [ID_CARD, ACCOUNT, ...Object.values(PHONES)].filter((secret) => text.includes(secret));

describe('numbers of people and banks', () => {
  it('are in no operation log, not in what a record changed, and whole in no recycled row', async () => {
    const made = await everyKind(1);
    for (const [path, id] of [
      [PERSON, made.person],
      [SUPPLIER, made.supplier],
      [UNIT, made.unit],
    ] as const) {
      const { data } = await app.admin('GET', `${path}/${id}`);
      const saved = await app.admin('PUT', `${path}/${id}`, { ...data, remark: '改过' });
      expect(saved, saved.msg).toMatchObject({ status: 200 });
    }
    const cleaner = app.as(
      (
        await app.make.user({
          perms: [
            'project:practicingQualification:remove',
            'project:supplier:remove',
            'project:department:remove',
            'system:user:remove',
          ].concat('system:recycle:list', 'system:recycle:restore', 'system:recycle:purge'),
          dataScope: '1',
        })
      ).token,
    );
    const rows = [
      ['prjPracticingQualification', PERSON, made.person],
      ['prjSupplier', SUPPLIER, made.supplier],
      ['prjDepartment', UNIT, made.unit],
      ['sysUser', '/system/users', made.user],
    ] as const;
    for (const [entity, path, id] of rows) {
      const removed = await cleaner('DELETE', `${path}/${id}`);
      expect(removed, `${path} ${removed.msg}`).toMatchObject({ status: 200 });
      const detail = await cleaner('GET', `/system/recycle/${entity}/${id}`);
      expect(detail, entity).toMatchObject({ status: 200 });
      expect(leaks(detail.raw.toString()), entity).toEqual([]);
      expect(
        detail.data.fields.map((field: { field: string }) => field.field).filter((name: string) => /Sealed|Index|Key$/.test(name)),
      ).toEqual([]);
      const restored = await cleaner('POST', '/system/recycle/restore', { items: [{ entity, id }] });
      expect(restored, restored.msg).toMatchObject({ status: 200 });
    }
    const logs = await app.database.db.selectFrom('sysOperLog').select(['title', 'params', 'changes', 'note']).execute();
    expect(logs.filter((log) => leaks(JSON.stringify(log)).length > 0).map((log) => log.title)).toEqual([]);
    expect(logs.length).toBeGreaterThan(8);
  });

  it('are whole in an export only as far as the right to edit reaches', async () => {
    const [here, there] = [await app.make.dept(), await app.make.dept()];
    const [own, foreign] = [
      await makeQualification(app, { branchId: here.id, personName: '本部甲', idCardNo: ID_CARD, phone: PHONES.person }),
      await makeQualification(app, { branchId: there.id, personName: '外部乙', idCardNo: ID_CARD, phone: PHONES.person }),
    ];
    const exporter = await app.make.role({ perms: ['project:practicingQualification:export'], dataScope: '1' });
    const clerk = await app.make.user({
      perms: ['project:practicingQualification:edit'],
      dataScope: '3',
      deptId: here.id,
      roles: [exporter],
    });
    const body = { ids: [own, foreign], columns: ['personName', 'idCardNo', 'phone'] };
    const answer = await app.as(clerk.token)('POST', `${PERSON}/export`, body);
    expect(answer.status, answer.msg).toBe(200);
    // what somebody looked for is kept nowhere either
    const queued = await app.as(clerk.token)('POST', `${PERSON}/export/job`, { idCardNo: ID_CARD });
    expect(queued.status, queued.msg).toBe(200);
    const job = await app.database.db
      .selectFrom('sysTransfer')
      .select('request')
      .where('id', '=', queued.data.jobId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(job)).not.toContain(ID_CARD);
    const [, ...cells] = await sheetOf(answer.raw);
    expect(cells).toEqual([
      ['本部甲', ID_CARD, PHONES.person],
      ['外部乙', '110105********002X', '137****1111'],
    ]);
  });
});

describe('records beyond the data scope', () => {
  let far!: Send;
  let branchId = '';
  beforeAll(async () => {
    branchId = (await app.make.dept()).id;
    const verbs = ['list', 'detail', 'add', 'edit', 'export'];
    const perms = ['practicingQualification', 'supplier', 'qualityProject', 'intellectualProperty', 'department'].flatMap((entity) =>
      verbs.map((verb) => `project:${entity}:${verb}`),
    );
    far = app.as((await app.make.user({ perms, dataScope: '4', deptId: branchId })).token);
  });

  it('are not named by the warning about duplicates, whatever it was that they share', async () => {
    const secret = makeSupplier(50, {
      supplierName: '机密合作伙伴有限公司',
      supplierType: '1',
      safetyLicenseNo: 'JZ-9',
      safetyValidTo: '2099-01-01',
    });
    expect((await app.admin('POST', SUPPLIER, secret)).status).toBe(200);
    const asked = await far(
      'POST',
      SUPPLIER,
      makeSupplier(51, { supplierType: '1', safetyLicenseNo: 'JZ-9', safetyValidTo: '2099-01-01' }),
    );
    expect(asked).toMatchObject({ status: 409, error: 'record.similar', data: { similar: [{ id: null }] } });
    expect(asked.raw.toString()).not.toContain('机密');
    const typeId = await typeIdOf(app, '1001');
    await makeQualification(app, { typeId, personName: '机密（专家）', certNo: 'SEC-1' });
    const person = await far('POST', PERSON, qualificationInput({ branchId, typeId, personName: '机密(专家)', certNo: 'sec-1' }));
    expect(person).toMatchObject({ status: 409, error: 'record.similar', data: { similar: [{ id: null }] } });
    expect(person.raw.toString()).not.toContain('机密（专家）');
  });

  it('are not offered for choice', async () => {
    expect((await app.admin('POST', SUPPLIER, makeSupplier(60))).status).toBe(200);
    const nobody = app.as((await app.make.user({ perms: ['home:page:view'] })).token);
    for (const send of [far, nobody])
      for (const entity of ['supplier', 'qualityProject', 'intellectualProperty', 'practicingQualification'])
        expect(await send('GET', `/api/project/${entity}/list`), entity).toMatchObject({ status: 200, data: [] });
    expect((await app.admin('GET', `${SUPPLIER}/list`)).data.length).toBeGreaterThan(0);
  });
});

describe('what only the server says', () => {
  const FORGED = {
    id: '42',
    version: 7,
    createBy: '42',
    createTime: '2000-01-01T00:00:00Z',
    createDept: '42',
    updateBy: '42',
    deletedAt: '2000-01-01T00:00:00Z',
    normalName: 'x',
    similarKey: 'x',
    supplierCode: 'GYS-FORGED',
    score: 100,
    statusReason: '伪造',
    certStatus: '4',
    isCancelled: '1',
    cancelReason: '伪造',
    isUnified: '1',
    occupied: '1',
    occupiedProjectName: '伪造',
    publishStatus: '1',
    publishBy: '42',
    publisher: '伪造',
    nextTime: '2000-01-01T00:00:00Z',
    lastState: 'done',
    failures: 9,
    warnFrom: '2000-01-01',
    bankAccountSealed: 'x',
    idCardSealed: 'x',
    idCardIndex: 'x',
    isBuiltIn: '1',
  };

  it('is ignored in every body, when a record is made and when it is saved', async () => {
    const typeId = await typeIdOf(app, '1001');
    const branchId = (await app.make.dept()).id;
    const content = { form: 1, blocks: [{ type: 'paragraph', line: [{ text: '正文' }] }] };
    const kinds = [
      [SUPPLIER, makeSupplier(70)],
      [PERSON, qualificationInput({ branchId, typeId, registerUnit: '别的单位' })],
      [UNIT, { deptName: '伪造单元', deptCode: 'FORGE', deptType: '2', leader: '张三' }],
      ['/system/certificates', { certName: '伪造证', certType: '1', validTo: '2099-01-01' }],
      ['/system/notices', { title: '伪造公告', type: '1', content, publishScope: '1', targets: [] }],
      ['/quartz/jobs', { jobName: '伪造任务', beanName: 'scheduler.example', cronExpression: '0 0 0 1 1 ?', status: '0' }],
    ] as const;
    const user = await app.make.user({ roles: ['admin'] });
    const send = app.as(user.token);
    for (const [path, body] of kinds) {
      const made = await send('POST', path, { ...FORGED, ...body });
      expect(made, `${path} ${made.msg}`).toMatchObject({ status: 200 });
      expect(made.data.id, path).not.toBe('42');
      const first = (await send('GET', `${path}/${made.data.id}`)).data;
      const saved = await send('PUT', `${path}/${made.data.id}`, { ...first, ...FORGED, version: first.version, remark: '改' });
      expect(saved, `${path} ${saved.msg}`).toMatchObject({ status: 200 });
      const second = (await send('GET', `${path}/${made.data.id}`)).data;
      for (const shown of [first, second]) {
        expect(shown.createBy, path).toBe(user.id);
        const forged = Object.entries(FORGED).filter(([field, value]) => field in shown && shown[field] === value);
        expect(forged, path).toEqual([]);
      }
      expect(second.version, path).toBe(first.version + 1);
    }
  });
});
