import { beforeAll, describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { chartOf, tileOf } from '#modules/datasets/server/engine/test-documents.ts';
import { multipart } from '#kit/test/multipart.ts';
import { testSource } from '#modules/sources/server/test-source.ts';
import { exported, made, tableSet, tried, type Loose } from './test-transfer.ts';

const app = startApp();
const source = testSource(app, `create table sale (region text, amount numeric)`);
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
let board = '';
beforeAll(async () => {
  const set = await made(app.admin, 'dataSets', tableSet(await source.register(), 'sale'));
  const chart = await made(app.admin, 'charts', { chartName: '按地区', chartConfig: chartOf(set, ['region'], ['amount']) });
  const sent = await app.admin('POST', '/file/files/uploadImg', ...multipart('logo.png', PNG));
  const image = { i: 'logo', x: 0, y: 20, w: 4, h: 4, kind: 'image', fileName: sent.data.fileName };
  board = await made(app.admin, 'boards', {
    boardName: '销售看板',
    boardConfig: { v: 1, tabs: [{ id: 'main', name: '首页', layout: [tileOf('stored', null, { chartId: chart }), image] }] },
  });
}, 120_000);
const whole = () => exported(app.admin, [{ kind: 'board', id: board }]);

describe('a file that is none', () => {
  const refused = async (content: string) => {
    const answer = await app.admin('POST', '/data/visual/transfer/dryRun', { content });
    expect(answer.status).toBe(400);
    return answer.msg;
  };
  const changed = async (change: (file: Loose) => void) => {
    const file = JSON.parse(await whole());
    change(file);
    return JSON.stringify(file);
  };

  it('is told in a sentence', async () => {
    expect(await refused('{')).toContain('不是有效的 JSON');
    expect(await refused('[]')).toContain('不是可视化定义的导出文件');
    expect(await refused('{"kind":"databrain.dataApis","version":1}')).toContain('不是可视化定义的导出文件');
    expect(await refused(await changed((file) => (file.v = 2)))).toContain('更新版本的平台');
    expect(await refused((await whole()).replace('"documents":', '"__proto__": {"isAdmin": true}, "documents":'))).toContain(
      '不允许的名称',
    );
    expect(await refused('['.repeat(90) + ']'.repeat(90))).toContain('嵌套过深');
    expect(await refused(await changed((file) => (file.documents = Array.from({ length: 10_000 }, () => file.documents[0]))))).toContain(
      '最多500个',
    );
    expect(await refused(await changed((file) => file.documents.push(file.documents[0])))).toContain('重复');
    expect(await refused(await changed((file) => (file.documents[2].doc = 5)))).toContain('看板“销售看板”');
    expect(await refused(await changed((file) => (file.documents[0].secret = 'x')))).toContain('销售');
    expect(await refused(`"${'x'.repeat(10_000_001)}"`)).toContain('最多10 MB');
  });

  it('with documents of wrong or later forms is told beside the document', async () => {
    const problems = async (change: (file: Loose) => void) =>
      Object.fromEntries((await tried(app.admin, await changed(change))).rows.map(({ name, problems: list }) => [name, list.join()]));
    expect((await problems((file) => (file.documents[2].doc.tabs = 'x'))).销售看板).toContain('doc.tabs');
    expect((await problems((file) => (file.documents[2].doc.v = 9))).销售看板).toContain('更新版本的平台');
    expect((await problems((file) => (file.documents[1].doc.chartType = 'nonsense'))).按地区).toContain('doc.chartType');
    expect((await problems((file) => (file.documents[0].model.fields = []))).销售).not.toBe('');
    expect((await problems((file) => (file.documents[0].model.origin = { kind: 'platform', code: 'x' }))).销售).toContain('系统提供');
    // a chart that stands in for itself, and one that is not there
    expect((await problems((file) => (file.documents[2].doc.tabs[0].layout[0].chartId = 'nowhere'))).销售看板).toContain('不在文件中');
    expect((await problems((file) => (file.assets[0].data = Buffer.from('<svg onload=alert(1)>').toString('base64')))).销售看板).toContain(
      '校验值不符',
    );
  });
});
