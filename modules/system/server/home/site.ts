import { implement } from '#kit/server/module.ts';
import { site } from '../../contract/site.ts';
import { readConfig } from '../config-values.ts';

export const siteHandlers = implement(site, {
  async site(ctx) {
    const { settings } = ctx.app;
    return {
      title: (await readConfig(ctx.db, 'sys.site.title')) || '数智大脑',
      version: settings.version,
      demo: settings.seed === 'demo',
    };
  },
});
