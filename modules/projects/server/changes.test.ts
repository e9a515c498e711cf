import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { multipart } from '#kit/test/multipart.ts';
import { makeSupplier } from './supplier/test-supplier.ts';

const app = startApp();
const made = async (entity: string, body: Record<string, unknown>): Promise<string> => {
  const answer = await app.admin('POST', `/api/project/${entity}`, body);
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer.data.id;
};

it('tells in the change record the names of departments and projects, not their ids', async () => {
  const here = (await app.make.dept({ deptName: '璇玑分公司' })).id;
  const project = await made('qualityProject', {
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
  const right = { ipName: '天权装置', ipType: '10', legalStatus: '1', owner: '本公司', branchId: here };
  const id = await made('intellectualProperty', right);
  const { data } = await app.admin('GET', `/api/project/intellectualProperty/${id}`);
  const room = await app.make.dept({ deptName: '璇玑分公司一所', parentId: here });
  const answer = await app.admin('PUT', `/api/project/intellectualProperty/${id}`, { ...data, deptId: room.id, projectId: project });
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  const changes = (await app.admin('GET', `/api/project/intellectualProperty/${id}/changes`)).data;
  expect(changes[0].changes[0].fields).toEqual(
    expect.arrayContaining([
      { field: 'deptId', before: '璇玑分公司', after: '璇玑分公司一所' },
      { field: 'projectId', before: null, after: '璇玑大桥' },
    ]),
  );
});

it('calls people and files in the change record by their names', async () => {
  const upload = await app.admin('POST', '/file/files/uploadImg', ...multipart('合同.txt', Buffer.from('正文')));
  expect(upload, upload.msg).toMatchObject({ status: 200 });
  const id = await made('supplier', makeSupplier(2));
  const { data } = await app.admin('GET', `/api/project/supplier/${id}`);
  await app.admin('PUT', `/api/project/supplier/${id}`, { ...data, attachments: upload.data.fileName });
  const [latest] = (await app.admin('GET', `/api/project/supplier/${id}/changes`)).data;
  expect(latest.changes[0].fields).toEqual([{ field: 'attachments', before: null, after: '合同.txt' }]);
  expect(latest.userName).not.toBe('admin');
});
