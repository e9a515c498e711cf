import { defineServerModule } from '#kit/server/module.ts';
import { banners } from './banners.ts';
import { certificates } from './certificates/index.ts';
import { courier } from './courier.ts';
import { mailConfigs } from './mail.ts';
import { messages } from './messages.ts';
import { noticePublishing } from './notices/approval.ts';
import { notices } from './notices/index.ts';
import { onPurge, recycle } from './recycle.ts';
import { dicts, menus } from './seed.ts';
import { schedules, tasks } from './tasks.ts';
import { platformSets } from './platform-sets.ts';

export { assertMayAddress, callerOf, inAudience, readersOf, setTargets, targetsOf, type Audience } from './audience.ts';
export { remindOfCertificates } from './certificates/reminders.ts';
export { mailIsOn, openMail, siteAddress, type Mailer, type MailFile } from './mail.ts';
export { holdersOf, notify, notifyLater, type NewMessage } from './notify.ts';

/** Messages to people, notices, banners and company certificates. */
export const noticesModule = defineServerModule({
  name: 'notices',
  needs: ['system', 'files'],
  migrations: { name: 'notices', folder: new URL('./migrations/', import.meta.url) },
  platformSets,
  routes: [messages, notices, banners, certificates],
  businessTypes: [noticePublishing.type],
  menus,
  dicts,
  configs: mailConfigs,
  courier,
  tasks,
  schedules,
  recycle,
  onPurge,
});
