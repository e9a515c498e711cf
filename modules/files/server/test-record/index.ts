import * as z from 'zod';
import { Id } from '#kit/contract/fields.ts';
import { defineContract, route, signedIn } from '#kit/contract/route.ts';
import { defineServerModule, implement } from '#kit/server/module.ts';
import { bindFiles, unbindFiles } from '../index.ts';

/** Permission that shows the records of the test module. */
export const RECORD_LIST = 'test:record:list';

const contract = defineContract({
  keep: route.put('/test/records/:id', {
    summary: '记录',
    access: signedIn,
    params: z.object({ id: Id }),
    body: z.object({ fileNames: z.string().nullable(), deptId: z.string().nullable(), isOpen: z.boolean() }),
    reply: z.null(),
    audit: '保存记录',
  }),
  drop: route.delete('/test/records/:id', {
    summary: '删除记录',
    access: signedIn,
    params: z.object({ id: Id }),
    reply: z.null(),
    audit: '彻底删除记录',
  }),
});

/** A module whose records keep files, for the tests of this one. */
export const recordModule = defineServerModule({
  name: 'testrecord',
  needs: ['files'],
  migrations: { name: 'testrecord', folder: new URL('./', import.meta.url) },
  routes: [
    implement(contract, {
      async keep(ctx, { params, body }) {
        await ctx.db
          .insertInto('fileTestRecord' as never)
          .values({ id: params.id, recordName: `记录${params.id}`, createBy: ctx.user.id, createDept: body.deptId } as never)
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await bindFiles(ctx, {
          fileNames: body.fileNames,
          entity: 'fileTestRecord',
          entityId: params.id,
          readers: body.isOpen ? 'signedIn' : { perms: [RECORD_LIST], deptId: body.deptId, ownerId: ctx.user.id },
        });
        return null;
      },
      async drop(ctx, { params }) {
        await unbindFiles(ctx.db, 'fileTestRecord', params.id);
        return null;
      },
    }),
  ],
  recycle: [{ table: 'fileTestRecord' as never, label: '测试记录', nameField: 'recordName', code: 'test:record' }],
});
