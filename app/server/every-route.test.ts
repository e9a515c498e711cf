import { describe, expect, it } from 'vitest';
import { startApp, type Method } from '#kit/test/app.ts';

const app = startApp();

interface Operation {
  method: Method;
  path: string;
  access: string;
  isWrite: boolean;
}

/** Every operation of the API document, with harmless values for its path parameters. */
async function operations(): Promise<Operation[]> {
  const { body } = await app.admin('GET', '/v3/api-docs');
  return Object.entries(body.paths as Record<string, Record<string, { 'x-access': string; 'x-audit'?: string }>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        method: method.toUpperCase() as Method,
        path: path.replace(/\{\w+\}/g, '1'),
        access: operation['x-access'],
        isWrite: operation['x-audit'] !== undefined,
      })),
  );
}

describe('every documented route', () => {
  it('answers a stranger with 401 unless it is open', async () => {
    const wrong: string[] = [];
    for (const { method, path, access } of await operations()) {
      if (access === 'open' || access === 'token') continue;
      const { status, error } = await app.stranger(method, path);
      if (status !== 401 || error !== (access === 'apiKey' ? 'api.keyMissing' : 'auth.required'))
        wrong.push(`${method} ${path}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('answers a token that never was with 401', async () => {
    const wrong: string[] = [];
    for (const { method, path, access } of await operations()) {
      if (access === 'open' || access === 'token') continue;
      const { status } = await app.as('x'.repeat(43))(method, path);
      if (status !== 401) wrong.push(`${method} ${path}: ${status}`);
    }
    expect(wrong).toEqual([]);
  });

  it('answers an account without the right with 403 and keeps its session', async () => {
    const { token } = await app.make.user({ perms: ['home:page:view'] });
    const wrong: string[] = [];
    for (const { method, path, access } of await operations()) {
      if (!access.startsWith('perm:')) continue;
      const { status, error } = await app.as(token)(method, path);
      if (status !== 403 || error !== 'auth.noPermission') wrong.push(`${method} ${path}: ${status}`);
    }
    expect(wrong).toEqual([]);
    expect((await app.as(token)('GET', '/system/users/route')).status).toBe(200);
  });

  it('leaves no trace of a refused write', async () => {
    const before = await rowCounts();
    const { token } = await app.make.user({ perms: ['home:page:view'] });
    const afterUser = await rowCounts();
    for (const { method, path, access, isWrite } of await operations())
      if (isWrite && access.startsWith('perm:'))
        await app.as(token)(method, path, method === 'GET' || method === 'DELETE' ? undefined : {});
    const after = await rowCounts();
    expect(after).toEqual(afterUser);
    expect(before).not.toEqual(after);
  });

  it('names a permission that begins with its module', async () => {
    const allowed =
      /^perm:(system|monitor|file|project|metadata|scheduler|screen|visual|kit|workflow|standard|quality|market|filling|masterdata)(:[a-zA-Z]+)+(\|(system|monitor|file|project|metadata|scheduler|screen|visual|kit|workflow|standard|quality|market|filling|masterdata)(:[a-zA-Z]+)+)*$/;
    const wrong = (await operations()).filter(({ access }) => access.startsWith('perm:') && !allowed.test(access));
    expect(wrong).toEqual([]);
  });
});

/** The platform works and measures itself whatever is refused meanwhile: of runs only those count that a person began. */
const COUNTED: Readonly<Record<string, string>> = {
  scheduler_run: "where cause = 'manual'",
  scheduler_run_line: 'where false',
  scheduler_day: 'where false',
  monitor_sample: 'where false',
};

/** Rows per table, without the logs that a refusal is meant to write. */
async function rowCounts(): Promise<Record<string, number>> {
  const { rows } = await app.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_name not like 'sys_oper_log%' and table_name not like 'kit_%' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const { rows: counted } = await app.database.pool.query<{ n: number }>(
      `select count(*)::int as n from "${name}" ${COUNTED[name] ?? ''}`,
    );
    counts[name] = counted[0]?.n ?? 0;
  }
  return counts;
}
