import { describe, expect, it } from 'vitest';
import { expectAccessible } from './axe.ts';
import { expectHealthy, product } from './harness.ts';
import { secondDatabases } from './second-database.ts';
import { registered, SYNC_MS } from './sources.ts';

const site = product();
const newDatabase = secondDatabases(site);

describe('a bad value in a source', () => {
  it(
    'becomes an issue, is mended there, and the re-check closes the issue; the points of the table follow',
    async () => {
      const call = await site.program();
      const database = await newDatabase(
        `create table member (id int primary key, mobile text);
         insert into member select g, case when g <= 3 then null else '1391234' || lpad(g::text, 4, '0') end from generate_series(1, 40) g`,
      );
      const sourceId = await registered(call, database, '会员系统');
      const [table] = await call<{ id: string }[]>('GET', `/data/metadata/tables/list?sourceId=${sourceId}&tableName=member`);
      const columns = await call<{ id: string; columnName: string }[]>('GET', `/data/metadata/columns/list?tableId=${table!.id}`);
      await call('POST', '/data/quality/checkRules', {
        ruleName: '会员手机号非空',
        ruleTypeId: 'integrity',
        ruleItemId: 'integrity_key',
        ruleLevelId: '3',
        ruleSourceId: sourceId,
        ruleTableId: table!.id,
        ruleColumnId: columns.find(({ columnName }) => columnName === 'mobile')!.id,
        ruleConfig: { ruleItemCode: 'integrity_key' },
        status: '1',
      });
      const visit = await site.visit();
      const { page } = visit;
      await site.enter(page, '/quality/checkrule');
      await page
        .getByRole('row', { name: /会员手机号非空/ })
        .getByRole('button', { name: '执行' })
        .click();
      await page.getByRole('row', { name: /会员手机号非空.*不通过/ }).waitFor();

      // 37 of 40 rows are good: so says the badge of the table
      await page.goto(site.url(`/metadata/datacolumn?table=${table!.id}`));
      await page.getByText('92.5').first().waitFor();

      await page.goto(site.url('/quality/checkissue'));
      await page
        .getByRole('link', { name: '会员手机号非空' })
        .or(page.getByRole('button', { name: '会员手机号非空' }))
        .first()
        .click();
      await page.getByRole('heading', { name: /WT-\d{6}-0001 会员手机号非空/ }).waitFor();
      await page.getByText('打开工单 3 行').waitFor();
      await page.getByRole('region', { name: '不合格的行' }).getByText('前 3 行').waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: '开始处理' }).click();
      await page
        .getByText(/开始处理$/)
        .first()
        .waitFor();

      await database.sql(`update member set mobile = '13900000000' where mobile is null`);
      await page.getByRole('button', { name: '立即复检' }).click();
      await page.getByText('核查通过，自动关闭').waitFor();
      await page.getByText('复检通过自动关闭').first().waitFor();
      await page.getByText('现在没有不合格的行').waitFor();

      // the points of the table follow, on its own page
      await page.goto(site.url(`/metadata/datacolumn?table=${table!.id}`));
      await page.getByText('100.0').first().waitFor();
      await expectHealthy(visit);

      // who breaks it again opens the same issue again
      await database.sql(`update member set mobile = null where id = 1`);
      await page.goto(site.url('/quality/checkrule'));
      await page
        .getByRole('row', { name: /会员手机号非空/ })
        .getByRole('button', { name: '执行' })
        .click();
      await page.getByRole('row', { name: /会员手机号非空.*不通过/ }).waitFor();
      await page.goto(site.url('/quality/index'));
      await page.getByRole('region', { name: '需要处理' }).getByText('待我处理的工单').waitFor();
      await expectAccessible(page);
      const issues = await call<{ total: number; data: { state: string; reopenCount: number }[] }>('GET', '/data/quality/checkIssues/page');
      expect(issues).toMatchObject({ total: 1, data: [{ state: '1', reopenCount: 1 }] });
    },
    SYNC_MS + 60_000,
  );
});
