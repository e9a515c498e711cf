import { describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { ADMIN, expectHealthy, product } from './harness.ts';
import { tabTo } from './keys.ts';
import { Office } from './people.ts';
import { secondDatabases } from './second-database.ts';
import { registered, SYNC_MS } from './sources.ts';

const site = product();
const newDatabase = secondDatabases(site);
type Ids = { id: string }[];

describe('a standard that is changed', () => {
  it(
    'says before which columns it concerns, is approved, and changes the rate by exactly these',
    async () => {
      const call = await site.program(ADMIN);
      const database = await newDatabase(
        `create table staff (id int primary key, mobile varchar(11)); create table member (id int primary key, mobile varchar(11));
         create table client (id int primary key, mobile varchar(20))`,
      );
      const sourceId = await registered(call, database, '人事系统');
      const attributes = { elementCode: 'MOBILE', elementName: '手机号码', elementNameEn: 'mobile', dataType: 'varchar', dataLength: '11' };
      const { id: elementId } = await call<{ id: string }>('POST', '/data/standard/elements', attributes);
      await call('POST', `/data/standard/elements/${elementId}/submit`);
      for (const name of ['staff', 'member', 'client']) {
        const [table] = await call<Ids>('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=${name}`);
        const columns = await call<{ id: string; columnName: string }[]>('GET', `/data/metadata/columns/list?tableId=${table!.id}`);
        const columnId = columns.find(({ columnName }) => columnName === 'mobile')!.id;
        await call('POST', '/data/standard/bindings', { columnId, elementId });
      }
      const office = await Office.open(site.program);
      const dept = await office.dept('标准委员会', 'BZ');
      const may = (permission: string) => permission.startsWith('workflow:task');
      const keeper = await office.person({ username: 'biaozhun', nickname: '标准老郑', deptId: dept, may });
      const { data: users } = await call<{ data: { id: string; username: string }[] }>('GET', '/system/users/page?pageSize=200');
      const ids = [users.find(({ username }) => username === keeper.username)!.id];
      const node = { type: 'approve', id: 'n1', name: '标准审核', who: [{ kind: 'user', ids }], mode: 'any', next: null };
      const model = { key: 'standard', name: '数据元发布', kind: 'simple', tree: { type: 'start', id: 'start', next: node } };
      const { id: modelId } = await call<{ id: string }>('POST', '/workflow/models', model);
      const { definitionId } = await call<{ definitionId: string }>('POST', `/workflow/models/${modelId}/publish`, { version: 0 });
      await call('POST', '/workflow/business', {
        businessCode: '3015',
        businessName: '数据元发布',
        businessType: 'standard.element',
        processDefinitionId: definitionId,
        businessTempalte: '{nickname}提交的数据元',
      });

      const visit = await site.visit();
      const { page } = visit;
      await site.enter(page, '/standard/bindingstat', ADMIN);
      const rate = page.getByRole('region', { name: '合标率' });
      await rate.getByText('66.7%').first().waitFor();
      await expectAccessible(page);

      const row = await call<object>('GET', `/data/standard/elements/${elementId}`);
      await call('PUT', `/data/standard/elements/${elementId}`, { ...row, dataLength: '20' });
      await page.goto(site.url(`/standard/element?element=${elementId}`));
      await page.getByRole('button', { name: '提交 V2 发布' }).click();
      const dialog = page.getByRole('dialog', { name: '发布“手机号码”V2' });
      await dialog.getByText('绑定字段 3 个，不再合标').waitFor();
      for (const name of ['staff.mobile', 'member.mobile', 'client.mobile']) await dialog.getByText(name).waitFor();
      await dialog.getByRole('button', { name: '提交发布' }).click();
      const route = page.getByRole('dialog', { name: /^提交审批/ });
      await route.getByRole('button', { name: '提交' }).click();
      await route.waitFor({ state: 'hidden' });

      // nothing has changed before it is approved
      await page.goto(site.url('/standard/bindingstat'));
      await rate.getByText('66.7%').first().waitFor();
      const approve = await site.program(keeper);
      const { data: tasks } = await approve<{ data: Ids }>('GET', '/workflow/tasks/pageTodo');
      const done = { taskId: tasks[0]!.id, action: 'complete', variables: { approved: true }, comment: '同意' };
      await approve('POST', `/workflow/tasks/execute/${tasks[0]!.id}`, done);
      await page.reload();
      await rate.getByText('33.3%').first().waitFor();
      // the number leads to its columns: the two that no longer conform
      await rate.getByRole('button', { name: '部分合标' }).click();
      const list = page.getByRole('region', { name: '字段' });
      await list.getByText('2 个字段').waitFor();
      await list.getByRole('link', { name: 'staff.mobile' }).waitFor();
      await list.getByRole('link', { name: 'member.mobile' }).waitFor();
      expect(await list.getByRole('link', { name: 'client.mobile' }).count()).toBe(0);
      await expectHealthy(visit);
    },
    SYNC_MS + 60_000,
  );
});

describe('字典对照', () => {
  it(
    'is worked by keys alone, is read by a screen reader, and takes back what was done',
    async () => {
      const call = await site.program(ADMIN);
      const database = await newDatabase(
        `create table client (id int primary key, sex text); insert into client values (1, '男性别'), (2, '女'), (3, 'X'), (4, 'X')`,
      );
      const sourceId = await registered(call, database, '客户系统');
      const [table] = await call<Ids>('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=client`);
      const columns = await call<{ id: string; columnName: string }[]>('GET', `/data/metadata/columns/list?tableId=${table!.id}`);
      const columnId = columns.find(({ columnName }) => columnName === 'sex')!.id;
      const made = { sourceId, tableId: table!.id, columnId, gbTypeId: 'gb_2261_1', bindGbColumn: 'gb_code' };
      const { id } = await call<{ id: string }>('POST', '/data/standard/contrasts', made);
      await call('POST', `/data/standard/contrastDicts/collect/${id}`);

      const visit = await site.visit();
      const { page } = visit;
      await site.enter(page, `/standard/dictmapping?contrastId=${id}`, ADMIN);
      await page.getByRole('button', { name: '自动对照' }).click();
      const grid = page.getByRole('grid', { name: '本地取值' });
      // a row of each kind: 女 is mapped, 男性别 has a proposal, X has nothing
      await grid.getByRole('checkbox', { name: '接受对 男性别 的建议' }).waitFor();
      await grid.getByText('待确认 1 个，1 行').waitFor();
      await expectAccessible(page);

      await tabTo(grid);
      await page.keyboard.press('ArrowDown'); // X
      await page.keyboard.press('/');
      await page.keyboard.type('未说明');
      await page.keyboard.press('Enter'); // from the word to the item that it finds
      await page.keyboard.press('Enter');
      const rate = page.getByText('2 / 3', { exact: true });
      await rate.waitFor();
      await page.keyboard.press('Enter'); // the next value: its proposal
      await page.getByText('3 / 3', { exact: true }).waitFor();
      await page.keyboard.press('End');
      await page.keyboard.press('Delete');
      await rate.waitFor();
      await page.keyboard.press('ControlOrMeta+z');
      await page.getByText('3 / 3', { exact: true }).waitFor();
      await page.keyboard.press('ControlOrMeta+z');
      await rate.waitFor();
      await grid.getByRole('checkbox', { name: '接受对 男性别 的建议' }).waitFor();
      await expectAccessible(page);
      await expectHealthy(visit);
    },
    SYNC_MS + 60_000,
  );
});
