import { connect } from 'node:net';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { StartError } from '#kit/server/start-error.ts';
import { explainStartError } from './start-errors.ts';

const failing = (work: () => Promise<unknown>) =>
  work().then(
    () => null,
    (error: unknown) => error,
  );
const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more });

describe('explainStartError', () => {
  it('repeats the sentence of a StartError, also when it is the cause', () => {
    expect(explainStartError(new StartError('一句话。'))).toBe('一句话。');
    expect(explainStartError(new Error('outside', { cause: new StartError('一句话。') }))).toBe('一句话。');
  });

  it('explains a refused connection to a name with several addresses', async () => {
    const error = await failing(
      () => new Promise((resolve, reject) => connect({ host: 'localhost', port: 1 }, () => resolve(null)).once('error', reject)),
    );
    expect(explainStartError(error)).toMatch(/^无法连接数据库/);
    expect(explainStartError(new AggregateError([withCode('ECONNREFUSED')]))).toMatch(/^无法连接数据库/);
  });

  it('explains a URL that cannot be read', async () => {
    const error = await failing(async () => new pg.Client({ connectionString: 'postgres://u:p@host:port/x' }).connect());
    expect(explainStartError(error)).toMatch(/DATABASE_URL/);
  });

  it.each([
    [withCode('EADDRINUSE', { port: 8000 }), /^端口 8000 已被占用/],
    [withCode('EACCES', { syscall: 'listen', port: 80 }), /端口 80/],
    [withCode('EACCES', { syscall: 'open', path: '/data/x' }), /\/data\/x/],
    [withCode('ENOSPC'), /磁盘空间不足/],
    [withCode('53100'), /磁盘空间不足/],
    [withCode('28P01'), /用户名或密码错误/],
    [withCode('3D000'), /数据库不存在/],
    [withCode('42501'), /权限不足/],
    [new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), /密码/],
    [new Error('The server does not support SSL connections'), /加密/],
  ])('explains %s', (error, sentence) => {
    expect(explainStartError(error)).toMatch(sentence);
  });

  it('leaves an unknown failure to the log', () => {
    expect(explainStartError(new TypeError('x is not a function'))).toBeNull();
    expect(explainStartError('text')).toBeNull();
  });
});
