import { contains } from '#kit/server/crud.ts';
import { implement, type Recyclable } from '#kit/server/module.ts';
import { scope } from '#kit/server/scope.ts';
import { unbindFiles } from '#modules/files/server/index.ts';
import { intellectualProperty } from '../../contract/intellectual-property.ts';
import { ownership, recordCalls } from '../record.ts';
import { excel } from './excel.ts';
import { CODE, detail, find, page, TABLE } from './queries.ts';
import { stat } from './stat.ts';
import { create, remove, update } from './writes.ts';

export { intellectualPropertyDicts } from './seeds.ts';

const OPTIONS = 200;

export const intellectualProperties = implement(intellectualProperty, {
  ...excel,
  ...recordCalls({ page, detail, find, create, update, remove, stat }),
  list(ctx, { query }) {
    let rows = ctx.db
      .selectFrom(TABLE)
      .select(['id', 'ipName', 'ipType', 'legalStatus'])
      .where('deletedAt', 'is', null)
      // everyone signed in may ask; what comes is what the account may list
      .where(scope(ctx, ownership(TABLE), [`${CODE}:list`]));
    if (query.keyword) rows = rows.where('ipName', 'ilike', contains(query.keyword));
    if (query.ipType) rows = rows.where('ipType', '=', query.ipType);
    return rows.orderBy('createTime', 'desc').orderBy('id', 'desc').limit(OPTIONS).execute();
  },
});

export const recycledIntellectualProperty: Recyclable = {
  table: TABLE,
  label: '知识产权',
  nameField: 'ipName',
  code: CODE,
  scope: ownership(TABLE),
  beforePurge: (ctx, id) => unbindFiles(ctx.db, 'prj_intellectual_property', id),
};
