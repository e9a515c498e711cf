import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { readSecretConfig } from '#modules/system/server/index.ts';

const app = startApp();
type Row = { id: string; version: number; configKey: string; configValue: string; configName: string; configType: string };

async function change(key: string, configValue: string) {
  const { data } = await app.admin('GET', `/system/configs/page?configKey=${key}`);
  const row = (data.data as Row[]).find(({ configKey }) => configKey === key)!;
  const answer = await app.admin('PUT', `/system/configs/${row.id}`, { ...row, configValue });
  expect(answer, answer.msg).toMatchObject({ status: 200 });
  return answer;
}
const stored = () => readSecretConfig(app.node.app, app.database.db, 'sys.mail.password');

it('the password of the mail server does not travel to another server', async () => {
  await change('sys.mail.server', 'smtps://mail.example.com');
  await change('sys.mail.username', 'sender@example.com');
  await change('sys.mail.password', 'Mail#Pass2026');
  // the same server in other words keeps it
  for (const same of ['smtps://mail.example.com:465', ' smtps://MAIL.example.com:465 ', 'smtps://mail.example.com:465/'])
    await change('sys.mail.server', same);
  await change('sys.mail.from', 'other@example.com');
  expect(await stored()).toBe('Mail#Pass2026');
  for (const other of ['smtps://evil.example.com:465', 'smtps://mail.example.com:2525', 'smtp://mail.example.com', '']) {
    await change('sys.mail.server', 'smtps://mail.example.com');
    await change('sys.mail.password', 'Mail#Pass2026');
    const { body } = await change('sys.mail.server', other);
    expect(await stored(), other).toBeNull();
    const log = await app.database.db.selectFrom('sysOperLog').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
    expect(log.note, JSON.stringify(body)).toBe('已清除「邮件服务器密码」，请重新填写');
    expect(JSON.stringify(log)).not.toContain('Mail#Pass2026');
  }
});
