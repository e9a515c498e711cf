import { implement } from '#kit/server/module.ts';
import { apiTransfer as contract } from '../../contract/transfer.ts';
import { exportApis } from './export.ts';
import { importApis } from './import.ts';

export const apiTransfers = implement(contract, {
  export: (ctx, { body }) => exportApis(ctx, body.ids),
  check: (ctx, { body }) => importApis(ctx, body, 'look'),
  async import(ctx, { body }) {
    const done = await importApis(ctx, body, 'take');
    const count = (state: string) => done.rows.filter((row) => row.state === state).length;
    ctx.audit.note(`新增 ${count('new')} 个，更新 ${count('changed')} 个，未导入 ${count('refused')} 个`);
    return done;
  },
});
