import { sql } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { EMBEDDED_HOST } from '../../contract/source.ts';

/**
 * Deleted sources in the recycle bin. The password went with the deletion and must be entered again; the harvested catalogue that went
 * with the source comes back with it.
 */
export const recycledSource: Recyclable = {
  table: 'metadataSource',
  label: '数据源',
  nameField: 'sourceName',
  code: 'metadata:datasource',
  scope: { dept: 'createDept', owner: 'createBy' },
  dicts: { status: 'sys_common_status', isShared: 'sys_yes_no' },
  labels: {
    sourceName: '数据源名称',
    dbType: '数据库类型',
    host: '主机',
    port: '端口',
    dbName: '数据库名',
    username: '用户名',
    sslMode: 'SSL模式',
    schemas: '模式',
    isShared: '是否共享',
    isSync: '同步状态',
    syncTime: '同步时间',
    syncError: '同步错误',
    tableCount: '数据表数',
    columnCount: '字段数',
    configVersion: '配置版本',
  },
  async beforeRestore({ db, now }, id) {
    const deleted = sql`(select deleted_at from metadata_source where id = ${id})`;
    await sql`update metadata_table set deleted_at = null, update_time = ${now} where source_id = ${id} and deleted_at = ${deleted}`.execute(
      db,
    );
    await sql`update metadata_column set deleted_at = null, update_time = ${now} where source_id = ${id} and deleted_at = ${deleted}`.execute(
      db,
    );
  },
  async beforePurge({ db }, id) {
    const { host } = await db.selectFrom('metadataSource').select('host').where('id', '=', id).executeTakeFirstOrThrow();
    // its deletion is what keeps the next start from registering it again
    if (host === EMBEDDED_HOST) throw new AppError('rule.broken', '演示数据源彻底删除后会在下次启动时重新登记，请保留在回收站');
    await db.deleteFrom('metadataColumn').where('sourceId', '=', id).execute();
    await db.deleteFrom('metadataTable').where('sourceId', '=', id).execute();
    await db.deleteFrom('metadataSyncRun').where('sourceId', '=', id).execute();
  },
};
