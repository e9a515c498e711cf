import { cloud } from './cloud.ts';
import { hiveAndSpark } from './hive-spark.ts';
import { mysqlFamily } from './mysql-family.ts';
import { oracleAndTsql } from './oracle-tsql.ts';
import { joinsAndHints } from './joins-hints.ts';
import { postgresFamily } from './postgres-family.ts';
import { templates } from './templates.ts';
import { tpcds } from './tpcds.ts';
import { upserts } from './upserts.ts';
import type { Shape } from './shape.ts';

/** All statements that were read by hand. */
export const shapes: readonly Shape[] = [
  ...hiveAndSpark,
  ...oracleAndTsql,
  ...mysqlFamily,
  ...postgresFamily,
  ...cloud,
  ...joinsAndHints,
  ...upserts,
  ...tpcds,
  ...templates,
];
