import { sql } from 'kysely';
import type { Settings } from '#kit/server/ctx.ts';
import type { BusinessType } from '#kit/server/flow.ts';
import type { ServerModule } from '#kit/server/module.ts';
import { filesModule } from '#modules/files/server/index.ts';
import { noticesModule } from '#modules/notices/server/index.ts';
import { systemModule } from '#modules/system/server/index.ts';
import { workflowModule } from '#modules/workflow/server/index.ts';

export const KEY = Buffer.alloc(32, 7);

/** Requests whose passing brings something about: a row, counted each time it is asked for. */
const withEffect = (type: BusinessType): BusinessType => ({
  ...type,
  async effect(app, { instanceId }) {
    await sql`insert into chaos_effect (instance_id) values (${instanceId})
      on conflict (instance_id) do update set asked = chaos_effect.asked + 1`.execute(app.db);
  },
});

/** What approvals need and nothing else; without loops nothing happens by itself. */
export function chaosModules({ hasLoops = true } = {}): readonly ServerModule[] {
  const { start, ...rest } = workflowModule;
  const workflow: ServerModule = {
    ...rest,
    ...(hasLoops && start && { start }),
    businessTypes: (workflowModule.businessTypes ?? []).map(withEffect),
  };
  return [systemModule, filesModule, noticesModule, workflow];
}

export const nodeSettings = (dataDir: string, port: number): Settings => ({
  port,
  host: '127.0.0.1',
  dataDir,
  production: false,
  seed: 'empty',
  captcha: 'off',
  adminPassword: 'Chaos#Test2026ok',
  fileStore: 'local',
  fileStoreSecret: null,
  trustProxy: [],
  demoDatabaseUrl: null,
  demoReaderUrl: null,
  managedReaderUrl: null,
  embedded: false,
  version: '0.0.0-chaos',
});
