import { expect, test } from 'vitest';
import { CallError } from '#kit/web/send.ts';
import { EMBEDDED_DATABASE, EMBEDDED_HOST } from '../contract/source.ts';
import { defaultsOf, isFirstStep, issuesIn, issuesOf, sentValues, START } from './source-values.ts';

const filled = {
  ...START,
  sourceName: '经营数据',
  dbSchema: { ...START.dbSchema, host: 'db.example', dbName: 'sales', username: 'reader' },
};

test('each step is judged by itself', () => {
  expect(issuesOf(filled, 'all')).toEqual([]);
  const noName = { ...filled, sourceName: '' };
  expect(issuesOf(noName, 'first').map(({ path }) => path)).toEqual([['sourceName']]);
  expect(issuesOf(noName, 'connection')).toEqual([]);
  const noHost = { ...filled, dbSchema: { ...filled.dbSchema, host: '' } };
  expect(issuesOf(noHost, 'first')).toEqual([]);
  expect(issuesOf(noHost, 'connection').map(({ path }) => path)).toEqual([['dbSchema', 'host']]);
  expect([['sourceName'], ['dbSchema', 'host'], ['syncCron']].map(isFirstStep)).toEqual([true, false, false]);
});

test('the built-in database is sent with its own connection, whatever the hidden fields hold', () => {
  expect(sentValues(filled, { isEmbedded: false })).toBe(filled);
  const { dbSchema } = sentValues(filled, { isEmbedded: true });
  expect(dbSchema).toMatchObject({ host: EMBEDDED_HOST, dbName: EMBEDDED_DATABASE, username: null, password: null });
  expect(issuesOf({ ...filled, dbSchema }, 'all')).toEqual([]);
});

test('another kind brings its port and database, and leaves what was typed', () => {
  const { dbSchema } = START;
  expect(defaultsOf(dbSchema, { from: '5', to: '12' })).toEqual({ port: 8123, dbName: 'default' });
  expect(defaultsOf({ ...dbSchema, port: 15432, dbName: 'sales' }, { from: '5', to: '12' })).toEqual({});
  // and takes its own away again
  expect(defaultsOf({ ...dbSchema, port: 8123, dbName: 'default' }, { from: '12', to: '1' })).toEqual({ port: 3306, dbName: '' });
  expect(defaultsOf(dbSchema, { from: '5', to: '99' })).toEqual({});
});

test('a refusal about fields stands beside them, any other is said as a whole', () => {
  const error = (detail: unknown) => new CallError({ status: 400, key: 'validation', message: '请检查', detail });
  expect(issuesIn(error([{ path: 'dbSchema.host', message: '主机不能为空' }]))).toEqual([
    { path: ['dbSchema', 'host'], message: '主机不能为空' },
  ]);
  expect(issuesIn(error(null))).toEqual([]);
});
