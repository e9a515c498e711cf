import { host } from '#modules/system/contract/host.ts';
import { ADMIN_USERNAME } from '#modules/system/server/index.ts';
import { accountOf, callsAs } from '../governance-calls.ts';
import type { Work } from '../governance-work.ts';

interface Partner {
  readonly host: string;
  readonly hostName: string;
  readonly testPath?: string;
  /** what the partner is for */
  readonly remark: string;
  /** whether workflows may call it */
  readonly isFlowAllowed: '0' | '1';
}

/** Registers the hosts of partners that are not there yet; answers their ids by host, null without the administrator, who alone may. */
export async function registerPartners({ app, signal }: Work, partners: readonly Partner[]): Promise<ReadonlyMap<string, string> | null> {
  const admin = await accountOf(app, ADMIN_USERNAME);
  if (!admin) return null;
  const names = partners.map((one) => one.host);
  const stored = await app.db.selectFrom('sysHost').select(['id', 'host']).where('host', 'in', names).execute();
  const ids = new Map(stored.map((one) => [one.host, one.id]));
  await callsAs(app, admin, signal, async (call) => {
    for (const { remark, ...partner } of partners) {
      if (ids.has(partner.host)) continue;
      const body = { ...partner, scheme: 'http', port: 80, status: '1', remark: `由本机模拟的伙伴系统，${remark}` };
      ids.set(partner.host, (await call(host.create, { body })).id);
    }
  });
  return ids;
}
