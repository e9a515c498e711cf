/** Where managed tables stand: apart from the tables of the platform, in the same database. */
export const SCHEMA = 'managed';
/** The account that statements of people over managed tables run as: it reads that schema and nothing else. */
export const MANAGED_READER = 'databrain_managed_reader';
