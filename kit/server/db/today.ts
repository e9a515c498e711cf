import { sql } from 'kysely';

/** The day in China, whatever the zone of the database: what people read figures by, and what is valid from a day until another. */
export const TODAY = sql<string>`(now() at time zone 'Asia/Shanghai')::date`;

/** The same of a moment. */
export const dayIn = (now: Date) => sql<string>`(${now}::timestamptz at time zone 'Asia/Shanghai')::date`;
