import { sql } from 'kysely';

/** The day in China, whatever the zone of the database: what standards, code sets and exemptions are valid by. */
export const TODAY = sql<string>`(now() at time zone 'Asia/Shanghai')::date`;
