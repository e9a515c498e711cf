import { screen, waitFor, within } from '@testing-library/react';
import { openPage, type Answers, type Sent } from '#kit/test/web-page.tsx';
import { GrantStudio } from './GrantStudio.tsx';

const object = (type: string, id: string, name: string, more: object = {}) => ({
  id,
  type,
  name,
  comment: null,
  level: null,
  children: 0,
  mask: null,
  ...more,
});
const OBJECTS: Record<string, unknown[]> = {
  '': [object('database', '1', '数仓', { children: 40 }), object('database', '2', '备用库', { children: 3 })],
  'database:1': [object('schema', '1.dwd', 'dwd', { children: 3, comment: '明细' }), object('schema', '1.hr', 'hr', { children: 2 })],
  'database:2': [],
  'schema:1.dwd': [
    object('table', '7', 'contract', { comment: '合同', children: 3 }),
    object('table', '8', 'staff', { children: 4 }),
    object('table', '9', 'payment', { comment: '付款', children: 2 }),
  ],
  'schema:1.hr': [object('table', '5', 'person', { comment: '人员', children: 2 })],
  'table:7': [
    object('column', '71', 'id', { comment: '编号' }),
    object('column', '72', 'mobile', { comment: '手机号', level: 'L3', mask: '保留前3后4' }),
    object('column', '73', 'amount', { comment: '金额' }),
  ],
  'table:9': [object('column', '91', 'id'), object('column', '92', 'money')],
};
export const grant = (id: string, more: object = {}) => ({
  id,
  version: 1,
  subjectType: 'role',
  subjectId: '100',
  subjectName: '分析师',
  objectType: 'table',
  objectId: '7',
  objectName: 'dwd.contract',
  sourceId: '1',
  sourceName: '数仓',
  tableId: '7',
  actions: ['meta', 'preview', 'query'],
  rowFilter: null,
  beginTime: null,
  endTime: null,
  requestId: null,
  status: '1',
  state: 'active',
  remark: null,
  createBy: null,
  updateBy: null,
  createTime: '2026-11-01T00:00:00Z',
  updateTime: '2026-11-01T00:00:00Z',
  ...more,
});
export const SUBJECT = {
  id: '100',
  type: 'role',
  name: '分析师',
  grants: 1,
  people: 1200,
  members: [
    { id: '11', name: '林若彤' },
    { id: '12', name: '周明' },
  ],
  tables: 1,
  columns: 3,
  sensitive: 1,
  changedBy: '管理员',
  changeTime: '2026-11-02T00:00:00Z',
  places: [
    { id: '1', type: 'database', tables: 1 },
    { id: '1.dwd', type: 'schema', tables: 1 },
  ],
  parts: [],
};
export const because = (text: string, endTime: string | null = null) => [{ kind: 'grant', grantId: '1', endTime, text }];
export const EFFECTIVE = {
  user: { id: '11', username: 'lin', nickname: '林若彤', isActive: true },
  table: { id: '7', name: 'contract', sourceName: '数仓' },
  actions: [
    {
      action: 'query',
      isAllowed: true,
      columns: null,
      rows: ['org = 1', 'org = 2'],
      because: because('角色分析师的授权', '2027-05-01T04:00:00Z'),
    },
    { action: 'export', isAllowed: false, columns: null, rows: null, because: because('没有导出的授权') },
  ],
  columns: [
    { id: '71', name: 'id', cnName: '编号', level: null, shown: 'clear', mask: null },
    { id: '72', name: 'mobile', cnName: '手机号', level: 'L3', shown: 'masked', mask: '保留前3后4' },
    { id: '73', name: 'amount', cnName: null, level: null, shown: 'hidden', mask: null },
  ],
};

export async function open({
  grants = [grant('1')],
  subject = {},
  answers = {},
  ready = true,
}: { grants?: object[]; subject?: object; answers?: Answers; ready?: boolean } = {}) {
  const page = openPage(<GrantStudio subject={{ type: 'role', id: '100' }} />, {
    answers: {
      'GET /data/metadata/authorizes/subject/role/100': { ...SUBJECT, ...subject },
      'GET /data/metadata/authorizes/page': { pageNum: 1, pageSize: 200, total: grants.length, data: grants },
      'GET /data/metadata/authorizes/objects': ({ query }: Sent) =>
        OBJECTS[query['parentType'] ? `${query['parentType']}:${query['parentId']}` : ''],
      'GET /data/metadata/authorizes/effective': EFFECTIVE,
      'POST /data/metadata/authorizes/subject': { added: 1, changed: 0, removed: 0 },
      ...answers,
    },
  });
  if (ready) await screen.findByRole('region', { name: '授权范围' });
  return page;
}
export const tree = () => within(screen.getByRole('region', { name: '授权范围' }));
export const panel = () => within(document.querySelector<HTMLElement>('.rights-panel')!);
const LAYERED = /^(\S+?)(?: (?:贴源|明细|维度|汇总|应用)层)?$/;
/** Its row in the tree, by its name without layer and count. */
export const row = (name: string) =>
  waitFor(() => {
    const rows = tree().getAllByRole<HTMLElement>('treeitem');
    return rows.find((one) => LAYERED.exec(nameIn(one))?.[1] === name) ?? fail(`no row ${name}`);
  });
const nameIn = (one: HTMLElement) => one.querySelector('.tree-node > span')?.textContent ?? '';
const fail = (message: string): never => {
  throw new Error(message);
};
/** The name in its row: what is clicked to choose it. */
export const named = async (name: string) => (await row(name)).querySelector<HTMLElement>('.tree-node')!;
export const box = async (name: string) => within(await row(name)).getByRole('checkbox');
export const arrow = async (name: string) => (await row(name)).querySelector<HTMLElement>('.ant-tree-switcher')!;
export const stateOf = async (name: string) => {
  const checked = (await box(name)).getAttribute('aria-checked');
  if (checked === 'mixed') return 'part';
  return checked === 'true' ? 'all' : 'none';
};
export const foot = () => document.querySelector('.grant-foot');
export const SAVE = 'POST /data/metadata/authorizes/subject';
