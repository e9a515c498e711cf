import { defineServerModule } from '#kit/server/module.ts';
import { assertStore, sweepTemporary } from './file-store.ts';
import { files } from './files.ts';
import { menus } from './menus.ts';

/** Uploaded files: documents and pictures of every module, kept under random names. */
export const filesModule = defineServerModule({
  name: 'files',
  needs: ['system'],
  migrations: new URL('./migrations/', import.meta.url),
  routes: [files],
  menus,
  configs: [
    {
      key: 'file.maxMB',
      name: '上传文件大小上限（MB）',
      value: '10',
      type: 'number',
      isPublic: true,
      remark: '单个上传文件的最大兆字节数，不超过 200',
    },
  ],
  async start(app) {
    assertStore(app.settings);
    await sweepTemporary(app.settings, app.now());
    return async () => undefined;
  },
});
