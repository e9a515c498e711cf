import { defineServerModule } from '#kit/server/module.ts';
import { watchApart } from './apart.ts';
import { assertStore, fileStore, sweepTemporary } from './file-store.ts';
import { files } from './files.ts';
import { menus } from './menus.ts';
import { schedules, sweepTask } from './sweep.ts';

export { addFiles, bindFiles, unbindFiles, type Readers } from './bind.ts';
export { fileReply } from './files.ts';
export { fileStore, storeAddress, type FileStore } from './file-store.ts';
export { CONTENT_TYPES, extensionOf } from '../core/sniff.ts';
export { inspectUpload } from './inspect.ts';
export { endFiles, readFile, storeFile, type OwnFile } from './store.ts';
export { visibleFiles } from './visible.ts';
export { placeUpload, recordUpload, takePicture, uploadLimit } from './uploads.ts';

/** Uploaded files: documents and pictures of every module, stored under random names. */
export const filesModule = defineServerModule({
  name: 'files',
  needs: ['system'],
  migrations: { name: 'files', folder: new URL('./migrations/', import.meta.url) },
  routes: [files],
  menus,
  configs: [
    {
      key: 'file.maxMB',
      name: '上传文件大小上限（MB）',
      value: '10',
      type: 'number',
      group: '文件',
      min: 1,
      max: 2048,
      unit: 'MB',
      isPublic: true,
      remark: '单个上传文件的最大兆字节数，对之后的上传生效',
    },
    {
      key: 'file.maxPerRecord',
      name: '单条记录的文件数上限',
      value: '20',
      type: 'number',
      group: '文件',
      min: 1,
      max: 200,
      unit: '个',
      isPublic: true,
      remark: '一条记录最多保存的文件数',
    },
    {
      key: 'file.quotaMB',
      name: '单个账号的文件空间（MB）',
      value: '2048',
      type: 'number',
      group: '文件',
      min: 0,
      max: 10485760,
      unit: 'MB',
      remark: '一个账号上传的文件总共最多占用的兆字节数，0 为不限',
    },
    {
      key: 'file.totalQuotaMB',
      name: '平台的文件空间（MB）',
      value: '0',
      type: 'number',
      group: '文件',
      min: 0,
      max: 104857600,
      unit: 'MB',
      remark: '全部文件最多占用的兆字节数，0 为不限',
    },
    {
      key: 'file.orphanDays',
      name: '无人使用的文件保留天数',
      value: '30',
      type: 'number',
      group: '文件',
      min: 0,
      max: 3650,
      unit: '天',
      remark: '没有任何记录使用的文件在上传多少天后由任务清理，0 为不清理',
    },
  ],
  tasks: { 'files.sweep': sweepTask },
  schedules,
  async start(app) {
    await assertStore(app.settings);
    await sweepTemporary(app.settings, app.now());
    const stopWatching = await watchApart(app);
    return async () => {
      await stopWatching();
      fileStore(app.settings).close();
    };
  },
});
