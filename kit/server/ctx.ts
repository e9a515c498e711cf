import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Rights } from '#kit/contract/access.ts';
import type { AnyRoute } from '#kit/contract/route.ts';
import type { AppDatabase } from './db/dialect.ts';
import type { Tables } from './db/tables.ts';
import type { Conditions } from './conditions.ts';
import type { CallMeter } from './call-meter.ts';
import type { IdMaker } from './ids.ts';
import type { Jobs } from './jobs.ts';
import type { Push } from './push.ts';
import type { SecretBox } from './secret-box.ts';
import type { ServerModule } from './module.ts';

export type Db = Kysely<Tables>;

/** Data scope codes of a role: 1 all, 2 custom, 3 own dept, 4 own dept and below, 5 self. */
export type DataScope = '1' | '2' | '3' | '4' | '5';

/** What one role gives: its permissions and how far they reach. */
export interface RoleGrant {
  readonly roleId: string;
  readonly perms: ReadonlySet<string>;
  readonly dataScope: DataScope;
  /** departments of scope 2 */
  readonly deptIds: readonly string[];
}

/** A signed-in person. `roles` and `perms` are unions over enabled roles. */
export interface Account extends Rights {
  readonly id: string;
  readonly username: string;
  readonly nickname: string;
  readonly phone: string | null;
  readonly deptId: string | null;
  readonly grants: readonly RoleGrant[];
}

export interface Session {
  readonly id: string;
  readonly locked: boolean;
  readonly mustChangePassword: boolean;
}

/** One changed row, as the operation log shows it. Secret fields are dropped before it is stored. */
export interface Change {
  /** Chinese name of the entity, `岗位` */
  entity: string;
  id: string;
  /** what a person calls the row, `高级工程师` */
  name?: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

export interface AuditTrail {
  /** Records before and after of one row; fields with equal values are left out. */
  change(change: Change): void;
  /** Adds a sentence to the operation log, for writes that change no row. */
  note(text: string): void;
}

/** Settings of this process; how they are read is in app/server/config.ts. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly production: boolean;
  readonly seed: 'demo' | 'empty';
  readonly captcha: 'adaptive' | 'always' | 'off';
  readonly adminPassword: string | null;
  readonly fileStore: string;
  /** secret key of an S3 file store, null for a local one; never logged or sent */
  readonly fileStoreSecret: string | null;
  /** addresses of reverse proxies whose X-Forwarded-For header is trusted */
  readonly trustProxy: readonly string[];
  /** connection of the demo warehouse for its owner, null when there is none; only the seeding uses it */
  readonly demoDatabaseUrl: string | null;
  /** connection of the demo warehouse for the least-privilege reader: what the host `@embedded` means */
  readonly demoReaderUrl: string | null;
  /** connection of the least-privilege reader of the tables that the platform makes at run time: what the host `@managed` means */
  readonly managedReaderUrl: string | null;
  /** true when the app database is our embedded cluster */
  readonly embedded: boolean;
  readonly version: string;
}

/** Services of the whole process. */
export interface App {
  readonly settings: Settings;
  readonly db: AppDatabase;
  readonly log: Logger;
  readonly ids: IdMaker;
  readonly secrets: SecretBox;
  readonly jobs: Jobs;
  readonly push: Push;
  /** call counters and latency histograms of this node, by route */
  readonly meter: CallMeter;
  /** degraded conditions of this node */
  readonly conditions: Conditions;
  readonly modules: readonly ServerModule[];
  /** number of this node among the nodes on one database */
  readonly node: number;
  now(): Date;
}

/** Everything a handler may use; always the first parameter. */
export interface Ctx {
  readonly app: App;
  /** a transaction on routes with `audit`, otherwise the database under the admission control of the call */
  readonly db: Db;
  /** the caller; reading it on an open route without a session throws auth.required */
  readonly user: Account;
  readonly session: Session;
  /** the caller or null, for open routes */
  readonly caller: { user: Account; session: Session } | null;
  readonly route: AnyRoute;
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** how the caller submits what needs an approval (`SUBMISSION_HEADER`); null when nobody can be asked */
  readonly submission: string | null;
  readonly now: Date;
  /** aborted when the client disconnects */
  readonly signal: AbortSignal;
  readonly audit: AuditTrail;
  /** runs after the transaction has committed; errors are logged, not thrown */
  afterCommit(work: () => Promise<void> | void): void;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
