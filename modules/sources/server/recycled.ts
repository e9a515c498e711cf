import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#kit/contract/errors.ts';
import type { Recyclable } from '#kit/server/module.ts';
import { unbindFiles } from '#modules/files/server/index.ts';
import { EMBEDDED_HOST } from '../contract/source.ts';

/** Deletes everything that hangs on a source, what depends before what it depends on. The history of statements stays. */
function dependents(id: string): readonly RawBuilder<unknown>[] {
  const tables = sql`(select id from metadata_table where source_id = ${id})`;
  const units = sql`(select id from metadata_lineage_unit where source_id = ${id})`;
  return [
    // first: it waits for a sync that is writing, and none begins after it; what that sync wrote goes with the rest
    sql`delete from metadata_sync_follower where source_id = ${id}`,
    sql`delete from metadata_sync_run where source_id = ${id}`,
    sql`delete from metadata_tag_link where object_id in (select id from metadata_table where source_id = ${id}
      union all select id from metadata_column where source_id = ${id})`,
    sql`delete from metadata_follow where object_id = ${id} or object_id in ${tables}`,
    sql`delete from metadata_lineage_unresolved where unit_id in ${units}`,
    sql`delete from metadata_lineage_edge where unit_id in ${units}`,
    sql`delete from metadata_lineage_unit where source_id = ${id}`,
    sql`delete from metadata_lineage_object where source_id = ${id}`,
    sql`delete from metadata_lineage_state where source_id = ${id}`,
    sql`delete from metadata_authorize where source_id = ${id}`,
    sql`delete from metadata_class_hit where source_id = ${id}`,
    sql`delete from metadata_query_star where query_id in (select id from metadata_saved_query where source_id = ${id})`,
    sql`delete from metadata_saved_query where source_id = ${id}`,
    sql`update metadata_console_tab set source_id = null where source_id = ${id}`,
    sql`delete from metadata_change_record where source_id = ${id}`,
    sql`delete from metadata_table_version where table_id in ${tables}`,
    sql`delete from metadata_profile where table_id in ${tables}`,
    sql`delete from metadata_usage_day where table_id in ${tables}`,
    sql`delete from metadata_routine where source_id = ${id}`,
    sql`delete from metadata_level_history where source_id = ${id}`,
    sql`delete from metadata_rename_guess where source_id = ${id}`,
    sql`delete from metadata_column where source_id = ${id}`,
    sql`delete from metadata_table where source_id = ${id}`,
  ];
}

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
  dicts: { status: 'sys_common_status', isShared: 'sys_yes_no', env: 'metadata_env', dbType: 'data_db_type' },
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
    routineCount: '程序数',
    ownerId: '负责人',
    env: '环境',
    fileNames: '数据文件',
    includeTables: '同步的表',
    excludeTables: '不同步的表',
    syncCron: '同步计划',
    nextSyncTime: '下次同步',
    sid: '服务名',
    capability: '连通性检测',
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
    for (const statement of dependents(id)) await statement.execute(db);
    await unbindFiles(db, 'metadata_source', id);
  },
};
