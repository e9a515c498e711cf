import type pg from 'pg';

/** What decides which catalogue queries a server of the PostgreSQL family understands. */
export interface Flavour {
  readonly product: 'postgres' | 'greenplum' | 'opengauss' | 'kingbase';
  /** version of PostgreSQL that it says it is, `18.0` → 18; what openGauss stands on is 9 */
  readonly major: number;
  /** `sys_` on a KingbaseES whose catalogue has no names of PostgreSQL */
  readonly prefix: 'pg_' | 'sys_';
  /** as people know it, `PostgreSQL 18.1` */
  readonly label: string;
}

/** Reads `version()` and `server_version` of a server. */
export function flavourOf(version: string, serverVersion: string, hasPgNames: boolean): Flavour {
  const major = Number.parseInt(serverVersion, 10) || 9;
  const openGauss = /\(?(openGauss|GaussDB)[^0-9)]*([0-9.]+)?/i.exec(version);
  if (openGauss) return { product: 'opengauss', major: 9, prefix: 'pg_', label: `${openGauss[1]} ${openGauss[2] ?? ''}`.trim() };
  const kingbase = /KingbaseES\s+(V?[\w.]+)?/i.exec(version);
  if (kingbase || !hasPgNames)
    return { product: 'kingbase', major, prefix: hasPgNames ? 'pg_' : 'sys_', label: `KingbaseES ${kingbase?.[1] ?? ''}`.trim() };
  const greenplum = /Greenplum Database ([\d.]+)/i.exec(version);
  if (greenplum) return { product: 'greenplum', major, prefix: 'pg_', label: `Greenplum ${greenplum[1]}` };
  return { product: 'postgres', major, prefix: 'pg_', label: `PostgreSQL ${serverVersion}` };
}

/** Asks a connected server which catalogue it has. */
export async function readFlavour(client: pg.ClientBase): Promise<Flavour> {
  const { rows } = await client.query<{ version: string; server: string }>(
    `select version() as version, current_setting('server_version') as server`,
  );
  const hasPgNames = await client.query('select 1 from pg_catalog.pg_class limit 1').then(
    () => true,
    (error: { code?: string }) => {
      // undefined table, undefined schema: an older KingbaseES; anything else is not about names
      if (error.code === '42P01' || error.code === '3F000') return false;
      throw error;
    },
  );
  return flavourOf(rows[0]?.version ?? '', rows[0]?.server ?? '', hasPgNames);
}
