import { setTimeout as sleep } from 'node:timers/promises';
import type { App, Db } from '#kit/server/ctx.ts';
import type { JobHandler, JobRun } from '#kit/server/jobs.ts';
import { defineServerModule } from '#kit/server/module.ts';
import { accountOf } from './governance-calls.ts';
import { classifyColumns } from './governance-classes.ts';
import { areLevelsDecided, decideLevels } from './governance-levels.ts';
import { askForRights } from './governance-requests.ts';
import { governColumns, governTables, grant, makeWords, saveQueries } from './governance-steps.ts';
import { waitFor, type Work } from './governance-work.ts';
import { makeVisualItems } from './visual-items.ts';
import { fillForms } from './forms.ts';
import { buildMasterData } from './masterdata.ts';
import { makeDirectory, registerStores } from './directory.ts';
import { distributeCustomers } from './distribution.ts';
import { publishApis } from './market.ts';
import { callApis } from './market-calls.ts';
import { startPartners } from './partners/server.ts';
import { publishServices } from './services.ts';
import { makeRules } from './quality.ts';
import { keepStandards } from './standards.ts';
import { makeDataSets } from './visual-sets.ts';

const JOB = 'demo.governance';
const EMBEDDED = '@embedded';
/** the steward of the whole company, and whoever may also hand out clear text */
const STEWARD = 'data_steward';
const CHIEF = 'gov_admin';

interface Payload {
  sourceId: string;
}
const embeddedSource = (db: Db) =>
  db.selectFrom('metadataSource').select('id').where('host', '=', EMBEDDED).where('deletedAt', 'is', null).orderBy('id').executeTakeFirst();

/** A start that has no end is worse than one without levels. */
const LONGEST_WAIT_MS = 5 * 60_000;

/**
 * Waits until the columns of a new demo warehouse have their levels: nobody is let in while names, numbers and salaries could be read in the
 * clear. Waits no longer than five minutes, and not for a job that has ended.
 */
export async function demoLevelsDecided(app: App, progress: (phase: string, percent: number) => void): Promise<void> {
  const source = await embeddedSource(app.db);
  if (!source) return;
  const signal = AbortSignal.timeout(LONGEST_WAIT_MS);
  const isDone = async () => {
    if (await areLevelsDecided(app.db, source.id)) return true;
    const job = await app.jobs.latest(app.db, JOB, source.id);
    return !job || (job.state !== 'waiting' && job.state !== 'running');
  };
  while (!(await isDone())) {
    progress('为演示数据仓库识别敏感字段并定级', 99);
    try {
      await sleep(500, undefined, { signal });
    } catch {
      app.log.warn('the levels of the demo warehouse were not decided in time');
      return;
    }
  }
}

/** Queues what the stewards of the demo company do with its catalogue; it waits for the first synchronisation by itself. */
export async function requestGovernance(app: App, db: Db): Promise<void> {
  if (app.settings.production) return;
  const source = await embeddedSource(db);
  if (source) await app.jobs.enqueue(db, { kind: JOB, subject: source.id, payload: { sourceId: source.id }, createBy: 'system' });
}

/**
 * The stewards' work, step by step, each a transaction of calls that people make in the browser. A step looks at what is there already,
 * deleted or not: what was done once is never done again, what an administrator took away stays away, and a stopped job goes on where it was.
 */
const governDemo: JobHandler<Payload> = async (run) => {
  const { app, payload, signal } = run;
  const source = await synced(run);
  if (!source) return '演示数据源没有同步成功，未整理';
  const chief = await accountOf(app, CHIEF);
  if (!chief) return '没有数据治理管理员账号，未整理';
  const steward = (await accountOf(app, STEWARD)) ?? chief;
  const users = await app.db.selectFrom('sysUser').select(['id', 'username']).where('deletedAt', 'is', null).execute();
  const ids = new Map(users.map((user) => [user.username, user.id]));
  const work: Work = { app, signal, chief, steward, sourceId: payload.sourceId, idOf: (name) => ids.get(name) ?? null };
  const steps = [
    ['主题域与标签', makeWords],
    ['数据表', governTables],
    ['字段', governColumns],
    ['敏感字段', classifyColumns],
    ['敏感级别', decideLevels],
    ['数据授权', grant],
    ['共享查询', saveQueries],
    ['权限申请', askForRights],
    ['数据标准', keepStandards],
    ['质量规则', makeRules],
    ['数据集', makeDataSets],
    ['数据服务', publishApis],
    ['接口调用', callApis],
    ['服务集成', publishServices],
    ['数据存储', registerStores],
    ['资源目录', makeDirectory],
    ['数据填报', fillForms],
    ['主数据', buildMasterData],
    ['主数据分发', distributeCustomers],
    ['图表与看板', makeVisualItems],
  ] as const;
  for (const [i, [name, step]] of steps.entries()) {
    await run.progress((i / steps.length) * 100, `正在整理${name}`);
    await step(work);
  }
  return '演示公司的元数据已整理';
};

/** The platform part of the demo company: its one job. */
export const demoModule = defineServerModule({
  name: 'demo',
  needs: [
    'system',
    'notices',
    'projects',
    'workflow',
    'sources',
    'gate',
    'lineage',
    'catalogue',
    'standards',
    'quality',
    'market',
    'forms',
    'masterdata',
    'datasets',
    'charts',
    'boards',
    'screens',
    'viewing',
  ],
  routes: [],
  // steps go on where they were: what a busy machine or a lost connection broke off is tried again
  jobs: { [JOB]: { run: governDemo, retries: 3 } },
  // their names are nobody's, so production has no use for them
  start: (app) => (app.settings.production ? Promise.resolve(() => Promise.resolve()) : startPartners(app)),
});

/** The source after its synchronisation, null when that failed or the source is gone. */
const synced = ({ app, payload, signal }: JobRun<Payload>) =>
  waitFor(signal, async () => {
    const source = await app.db
      .selectFrom('metadataSource')
      .select(['id', 'isSync', 'syncTime'])
      .where('id', '=', payload.sourceId)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!source) return null;
    return source.isSync === '1' ? undefined : source.syncTime ? source : null;
  });
