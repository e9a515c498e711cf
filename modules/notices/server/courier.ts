import { AppError } from '#kit/contract/errors.ts';
import type { Courier } from '#kit/server/module.ts';
import { mailSettings, openMail } from './mail.ts';
import { notify } from './notify.ts';

/** Words of the modules below to people. */
export const courier: Courier = {
  async notify(app, db, message) {
    await notify(app, db, { ...message, kind: 'system' });
  },
  mailSettings,
  async mail(app, { name, address, subject, text }) {
    const line = await openMail(app);
    if (!line) throw new AppError('rule.broken', '没有配置邮件服务器');
    try {
      await line.send({ to: { name, address }, subject, text, path: '/login' });
    } finally {
      line.close();
    }
  },
};
