import { sql, type RawBuilder } from 'kysely';

/** A place of the map, read from its key. `domain` null = any, 'none' = tables that belong to no domain. */
export type Place =
  | { readonly type: 'root' }
  | { readonly type: 'domain'; readonly domain: string }
  | { readonly type: 'source'; readonly domain: string | null; readonly source: string }
  | { readonly type: 'schema'; readonly domain: string | null; readonly source: string; readonly schema: string };

export const NO_DOMAIN = 'none';
const ANY = '*';

export function placeOf(key: string): Place {
  if (key === 'root') return { type: 'root' };
  const [kind, domain = '', source = '', ...schema] = key.split(':');
  if (kind === 'd') return { type: 'domain', domain };
  const within = domain === ANY ? null : domain;
  return kind === 's' ? { type: 'source', domain: within, source } : { type: 'schema', domain: within, source, schema: schema.join(':') };
}

export const domainKey = (domain: string | null): string => `d:${domain ?? NO_DOMAIN}`;
export const sourceKey = (domain: string | null, source: string): string => `s:${domain ?? ANY}:${source}`;
export const schemaKey = (domain: string | null, source: string, schema: string): string => `h:${domain ?? ANY}:${source}:${schema}`;

/** Tables that lie at a place. A domain holds the tables of the domains below it too; sources inside a domain only its own. */
export function tablesAt(place: Place): RawBuilder<boolean> {
  const own = (domain: string) =>
    domain === NO_DOMAIN ? sql<boolean>`metadata_table.domain_id is null` : sql<boolean>`metadata_table.domain_id = ${domain}`;
  switch (place.type) {
    case 'root':
      return sql<boolean>`true`;
    case 'domain':
      return place.domain === NO_DOMAIN
        ? own(place.domain)
        : sql<boolean>`metadata_table.domain_id in (select id from metadata_domain where path like ${`%/${place.domain}/%`} and deleted_at is null)`;
    case 'source':
      return place.domain === null
        ? sql<boolean>`metadata_table.source_id = ${place.source}`
        : sql<boolean>`metadata_table.source_id = ${place.source} and ${own(place.domain)}`;
    case 'schema':
      return place.domain === null
        ? sql<boolean>`metadata_table.source_id = ${place.source} and metadata_table.schema_name = ${place.schema}`
        : sql<boolean>`metadata_table.source_id = ${place.source} and metadata_table.schema_name = ${place.schema} and ${own(place.domain)}`;
  }
}
