/* SQL that counts a kind of fault. */

export const twice = (table: string, key: string) => `select count(*) - count(distinct ${key}) from ods.${table}`;
export const where = (table: string, condition: string) => `select count(*) from ods.${table} o where ${condition}`;
export const orphan = (table: string, column: string, parent: string, key = column) =>
  `select count(*) from ods.${table} o where o.${column} is not null and not exists (select 1 from ods.${parent} p where p.${key} = o.${column})`;
export const unmapped = (table: string, column: string, codeType: string) =>
  `select count(*) from ods.${table} o where not exists (select 1 from dwd.dim_code c where c.code_type = '${codeType}' and c.src_code = o.${column})`;
export const late = (table: string, column: string, extra = '') =>
  `select count(*) from ods.${table} o where o.etl_time::date > o.${column} + 7${extra}`;
