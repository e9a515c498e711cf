import { LRUCache } from 'lru-cache';
import type * as z from 'zod';
import { AppError } from '#kit/contract/errors.ts';
import { addressTest } from '#kit/server/address-list.ts';
import type { App } from '#kit/server/ctx.ts';
import { openData, type CompiledQuery, type GuardedSource, type Tightenings } from '#modules/gate/server/index.ts';
import type { ApiRow } from '../../contract/api.ts';
import { pagingParams } from '../../core/index.ts';
import { endHeadersOf, endOf } from './end.ts';
import { ownerCtx } from '../apis/reading.ts';
import { StatementWriter } from '../apis/shapes.ts';
import { prepare, type Prepared } from '../apis/statements.ts';
import { tighteningsOfApi } from '../masks/library.ts';

/** Rights, masks and the catalogue hold for so long: what changes is felt within a second (half of it to read anew while calls go on). */
const FRESH_MS = 500;
const MAX_AGE_MS = 900;
/** Texts of one API: optional parameters and lengths of lists make them differ. */
const MAX_TEXTS = 200;

/** What calls of one API go by at one moment. */
export interface OpenPlan {
  readonly at: number;
  readonly writer: StatementWriter;
  /** compiles a statement; one that is compiled is answered at once */
  compile(statement: { text: string; params: readonly unknown[] }): CompiledQuery | Promise<CompiledQuery>;
  /** the same without the masks of the API itself: what classes alone make of it */
  compilePlain(statement: { text: string; params: readonly unknown[] }): Promise<CompiledQuery>;
}

/** A released API with what its calls need, read anew about twice a second while it is called. */
export class ApiPlan {
  readonly api: z.output<typeof ApiRow>;
  readonly version: number;
  readonly denies: ((ip: string) => boolean) | null;
  /** names of all parameters that a call may have */
  readonly params: ReadonlySet<string>;
  /** the announced moment of its end, and how answers tell of it */
  readonly ends: number;
  readonly endHeaders: Readonly<Record<string, string>>;
  readonly #app: App;
  #open: OpenPlan | null = null;
  #opening: Promise<OpenPlan> | null = null;

  constructor(app: App, api: z.output<typeof ApiRow>, version: number) {
    this.#app = app;
    this.api = api;
    this.version = version;
    this.params = new Set<string>([...pagingParams(api.executeConfig), ...api.reqParams.map(({ paramName }) => paramName)]);
    this.ends = endOf(api);
    this.endHeaders = endHeadersOf(api);
    this.denies = addressTest(api.deny);
  }

  /** The plan of now. Throws api.offline when nobody answers for the API any more, and what the gate and the source say. */
  open(): OpenPlan | Promise<OpenPlan> {
    const age = this.#open ? performance.now() - this.#open.at : Number.POSITIVE_INFINITY;
    if (this.#open && age < FRESH_MS) return this.#open;
    this.#opening ??= this.#read().finally(() => {
      this.#opening = null;
    });
    if (!this.#open || age >= MAX_AGE_MS) return this.#opening;
    // whoever comes after this one finds what it brings; a failure is told to the call that waits for it
    this.#opening.catch(() => undefined);
    return this.#open;
  }

  async #read(): Promise<OpenPlan> {
    const at = performance.now();
    const ctx = await ownerCtx(this.#app, this.api.releaseBy ?? '', new AbortController().signal);
    if (!ctx) throw new AppError('api.offline', 'API的负责人账号已禁用，请联系管理员重新发布');
    const guarded = await openData(ctx, this.api.executeConfig.sourceId, { willPlan: true });
    const prepared = await prepare(ctx, guarded.source, this.api);
    const opened = planWith(guarded, prepared, { at, tightenings: await tighteningsOfApi(this.#app, ctx.db, this.api.id) });
    this.#open = opened;
    return opened;
  }
}

function planWith(guarded: GuardedSource, prepared: Prepared, { at, tightenings }: { at: number; tightenings: Tightenings }): OpenPlan {
  const texts = new LRUCache<string, CompiledQuery | Promise<CompiledQuery>>({ max: MAX_TEXTS });
  return {
    at,
    writer: new StatementWriter(prepared),
    compilePlain: (statement) => guarded.compile(statement, 'api'),
    compile(statement) {
      const known = texts.get(statement.text);
      if (known) return known;
      const compiled = guarded.compile(statement, 'api', tightenings);
      texts.set(statement.text, compiled);
      compiled.then(
        (done) => texts.set(statement.text, done),
        () => texts.delete(statement.text),
      );
      return compiled;
    },
  };
}
