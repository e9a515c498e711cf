import type { Selectable } from 'kysely';
import { SECRET_MASK } from '#kit/contract/fields.ts';
import type { App, Db } from '#kit/server/ctx.ts';
import type { Tables } from '#kit/server/db/tables.ts';
import { ServiceRow } from '../../contract/service.ts';

export const SERVICE_SCOPE = { dept: 'service.createDept', owner: 'service.createBy' };

type Row = Selectable<Tables['marketServiceIntegration']>;
/** A service with what no reply holds: its sealed secrets. */
export interface StoredService extends Omit<ServiceRow, 'hostName'> {
  readonly hostId: string | null;
  readonly sealed: Readonly<Record<string, string>>;
}

/** A service as people see it: secrets by their names only. */
export const shownService = (row: Row & { hostName?: string | null }): ServiceRow =>
  ServiceRow.parse({
    ...row,
    hostName: row.hostName ?? null,
    secrets: Object.keys(row.secrets as object).map((name) => ({ name, value: SECRET_MASK })),
  });
export const storedService = (row: Row): StoredService => ({
  ...shownService(row),
  hostId: row.hostId,
  sealed: row.secrets as Record<string, string>,
});

/** Services that are there, as `service`. */
export const services = (db: Db) => db.selectFrom('marketServiceIntegration as service').where('service.deletedAt', 'is', null);

export interface ServiceHost {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
}
/** The registered host that a service calls; null when it is gone, disabled or closed to what people define. */
export async function hostOf(db: Db, id: string): Promise<ServiceHost | null> {
  const row = await db
    .selectFrom('sysHost')
    .select(['id', 'hostName', 'scheme', 'host', 'port'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('status', '=', '1')
    .where('isFlowAllowed', '=', '1')
    .where('scheme', 'in', ['http', 'https'])
    .executeTakeFirst();
  if (!row) return null;
  const host = row.host.includes(':') ? `[${row.host}]` : row.host;
  return { id: row.id, name: row.hostName, origin: `${row.scheme}://${host}:${row.port}` };
}

/** A secret opens for its service and the address it was given for only: another address cannot be sent it. */
const purpose = (serviceNo: string, { id, origin }: ServiceHost): string => `market_service:${serviceNo}:${id}:${origin}`;
export const sealSecret = (app: App, serviceNo: string, host: ServiceHost, value: string): string =>
  app.secrets.seal(value, purpose(serviceNo, host));
/** The secret in the clear; null when it was sealed for another address. */
export function openSecret(app: App, serviceNo: string, host: ServiceHost, sealed: string): string | null {
  try {
    return app.secrets.open(sealed, purpose(serviceNo, host));
  } catch {
    return null;
  }
}
