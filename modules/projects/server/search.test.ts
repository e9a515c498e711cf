import { beforeAll, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { makeQualification } from './practicing/make-for-test.ts';
import { makeSupplier } from './supplier/test-supplier.ts';

const app = startApp();
const ENTITIES = ['practicingQualification', 'intellectualProperty', 'qualityProject', 'department', 'supplier'] as const;
let here = '';
let project = '';
const made = async (entity: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await app.admin('POST', `/api/project/${entity}`, body);
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};

beforeAll(async () => {
  here = (await app.make.dept({ deptName: '璇玑分公司' })).id;
  project = await made('qualityProject', {
    projectName: '璇玑大桥',
    projectCode: 'XJ-1',
    projectType: '1',
    businessType: '1',
    branchId: here,
    provinceCode: '330000',
    cityCode: '330100',
    awardLevel: '1',
    stage: '1',
  });
  await made('intellectualProperty', { ipName: '璇玑装置', ipType: '10', legalStatus: '1', owner: '本公司', branchId: here });
  await made('department', { deptName: '璇玑设计所', deptCode: 'XJ', deptType: '2', parentId: '0', sysDeptId: here, leader: '张三' });
  await made('supplier', makeSupplier(1, { supplierName: '璇玑建材公司', ownerDeptId: here }));
  await makeQualification(app, { personName: '璇玑', branchId: here });
});

const kindsFor = async (perms: string[], deptId: string) => {
  const { token } = await app.make.user({ perms, dataScope: '4', deptId });
  const hits = (await app.as(token)('GET', '/system/palette?keyword=璇玑')).data as { kind: string; path: string }[];
  return hits.map((hit) => hit.kind).sort();
};

it('finds records of all kinds, each under its own address', async () => {
  const hits = (await app.admin('GET', '/system/palette?keyword=璇玑')).data as { kind: string; path: string }[];
  const ours = hits.filter((hit) => hit.path.startsWith('/project/'));
  expect(new Set(ours.map((hit) => hit.kind))).toEqual(new Set(['执业资质', '知识产权', '质量项目', '部门档案', '供应商']));
  expect(ours.find((hit) => hit.kind === '质量项目')?.path).toBe(`/project/qualityProject?open=detail-${project}`);
});

it('finds only what the account may list and open, within its departments', async () => {
  const all = ENTITIES.flatMap((entity) => [`project:${entity}:list`, `project:${entity}:detail`]);
  const there = (await app.make.dept()).id;
  expect(await kindsFor(all, here)).toHaveLength(5);
  expect(await kindsFor(all, there)).toEqual([]);
  expect(await kindsFor(['project:supplier:list', 'project:supplier:detail', 'project:qualityProject:list'], here)).toEqual(['供应商']);
});
