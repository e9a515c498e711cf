import { createConnection } from 'mysql2/promise';
import { describe, expect, it } from 'vitest';
import { hasMariadb, startMariadb } from './mariadb.ts';

describe.runIf(hasMariadb)('the throw-away MariaDB', () => {
  const mariadb = startMariadb('create table t (id int primary key, name varchar(20)); insert into t values (1, "中文😀")');

  it('has a database, an owner and a reader that may only read', async () => {
    expect(await mariadb.sql('select name from t where id = ?', [1])).toEqual([{ name: '中文😀' }]);
    const { host, port, database, reader } = mariadb;
    const connection = await createConnection({ host, port, database, user: reader.username, password: reader.password });
    await expect(connection.query('insert into t values (2, null)')).rejects.toThrow('denied');
    expect((await connection.query('select count(*) as n from t'))[0]).toEqual([{ n: 1 }]);
    await connection.end();
  });
});
