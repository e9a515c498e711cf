import type { App, Db } from '#kit/server/ctx.ts';
import type { HostRegistry, Origin } from '#kit/server/outbound/index.ts';
import { HostScheme } from '../../contract/host.ts';

/** The secret is encrypted with its address as associated data: changing the address in the database alone cannot send it elsewhere. */
export const secretPurpose = (id: string, { scheme, host, port }: Pick<Origin, 'host' | 'port'> & { scheme: string }): string =>
  `sys_host:${id}:${scheme}://${host}:${port}`;

/** The id of the enabled or disabled host registered for an origin. */
export async function hostIdOf(db: Db, { scheme, host, port }: Origin): Promise<string | null> {
  const row = await db
    .selectFrom('sysHost')
    .select('id')
    .where('scheme', '=', scheme)
    .where('host', '=', host)
    .where('port', '=', port)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

export const hostRegistry: HostRegistry = {
  async load(app, id) {
    const row = await app.db
      .selectFrom('sysHost')
      .select(['id', 'hostName', 'scheme', 'host', 'port', 'isPrivateAllowed', 'caText', 'secretHeader', 'secretValue', 'status'])
      .where('id', '=', id)
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
    if (!row) return null;
    const { hostName: name, secretHeader, secretValue } = row;
    return {
      id,
      name,
      scheme: HostScheme.parse(row.scheme),
      host: row.host,
      port: row.port,
      isEnabled: row.status === '1',
      isPrivateAllowed: row.isPrivateAllowed === '1',
      caText: row.caText,
      headers: secretHeader && secretValue ? { [secretHeader]: app.secrets.open(secretValue, secretPurpose(id, row)) } : {},
    };
  },
  find: (app, origin) => hostIdOf(app.db, origin),
  forProcesses: (app) =>
    app.db
      .selectFrom('sysHost')
      .select(['id', 'hostName as name'])
      .where('isFlowAllowed', '=', '1')
      .where('status', '=', '1')
      .where('scheme', 'in', ['http', 'https'])
      .where('deletedAt', 'is', null)
      .orderBy('hostName')
      .limit(500)
      .execute(),
  async note(app: App, call) {
    await app.db
      .insertInto('sysHostCall')
      .values({ ...call, id: app.ids.next(), received: String(call.received), createTime: app.now() })
      .execute()
      .catch((error: unknown) => app.log.warn({ error: String(error) }, 'a call to an outside host was not logged'));
  },
};
