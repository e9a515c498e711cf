import { cloud } from './cloud.ts';
import { hiveAndSpark } from './hive-spark.ts';
import { mysqlFamily } from './mysql-family.ts';
import { oracleAndTsql } from './oracle-tsql.ts';
import { postgresFamily } from './postgres-family.ts';
import type { Shape } from './shape.ts';

/** All statements that were read by hand. */
export const shapes: readonly Shape[] = [...hiveAndSpark, ...oracleAndTsql, ...mysqlFamily, ...postgresFamily, ...cloud];
