import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '#kit/server/ctx.ts';
import { defineServerModule, type MenuSeed } from '#kit/server/module.ts';
import { REMOVES_ALL, SEES_ALL } from '../contract/transfer.ts';
import { centre } from './centre.ts';
import { reconcile, TRANSFER_JOB } from './queue.ts';
import { runTransfer } from './run.ts';
import { sweepTask, sweepTemporary } from './sweep.ts';
import { transfers } from './transfers.ts';
import { platformSets } from './platform-sets.ts';

const RECONCILE_MS = 5_000;

/** The page belongs to the menu folder of the system module; everybody reaches their own transfers through the user menu. */
const menus: readonly MenuSeed[] = [
  {
    path: '/basic',
    name: '平台基础设置',
    component: 'Layout',
    sort: 10,
    children: [
      {
        path: '/basic/system',
        name: '系统管理',
        component: null,
        sort: 10,
        children: [
          {
            path: '/basic/system/export',
            name: '导出中心',
            component: 'basic/system/export/index',
            icon: 'ExportOutlined',
            sort: 190,
            perms: SEES_ALL,
            buttons: [{ name: '导出任务取消和删除', perms: REMOVES_ALL }],
          },
        ],
      },
    ],
  },
];

async function start(app: App): Promise<() => Promise<void>> {
  await sweepTemporary(app);
  const stop = new AbortController();
  const loop = (async () => {
    while (!stop.signal.aborted) {
      await reconcile(app).catch((error: unknown) => app.log.warn({ error: String(error) }, 'export centre is waiting for the database'));
      await sleep(RECONCILE_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stop.abort();
    await loop;
  };
}

/** 导出中心: long exports and imports of every module. */
export const exportsModule = defineServerModule({
  name: 'exports',
  needs: ['system', 'files', 'notices'],
  migrations: { name: 'exports', folder: new URL('./migrations/', import.meta.url) },
  platformSets,
  routes: [transfers],
  menus,
  configs: [
    {
      key: 'export.keepDays',
      name: '导出文件保留天数',
      value: '7',
      type: 'number',
      group: '导入导出',
      min: 1,
      max: 365,
      unit: '天',
      remark: '导出中心的文件保留的天数，到期自动删除',
    },
    {
      key: 'export.maxRows',
      name: '单次导出行数上限',
      value: '1000000',
      type: 'number',
      group: '导入导出',
      min: 1,
      max: 10000000,
      unit: '行',
      remark: '后台导出一次最多写入的行数，超过一百零四万行时自动分工作表',
    },
  ],
  jobs: { [TRANSFER_JOB]: runTransfer },
  tasks: { 'exports.sweep': sweepTask },
  schedules: [
    {
      code: 'exports.sweep',
      name: '清理过期导出文件',
      task: 'exports.sweep',
      cron: '0 20 * * * *',
      remark: '每小时删除导出中心里已过保留期的文件',
    },
  ],
  transfers: centre,
  start,
});
