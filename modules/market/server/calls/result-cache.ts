import { createHash } from 'node:crypto';
import { namedCache } from '#kit/server/named-cache.ts';
import type { ApiPlan } from './plan.ts';
import { answerJson, type JsonAnswer, type ReadCall } from './answer.ts';

/** Bytes of all answers that a node keeps, and of the largest one. */
const MAX_BYTES = 64 * 1_048_576;
const LARGEST_BYTES = 2 * 1_048_576;

interface Kept {
  readonly answer: JsonAnswer;
  readonly etag: string;
  /** moment of this node's own clock, in milliseconds */
  readonly until: number;
}
const kept = namedCache<Kept>(
  { name: 'market.answers', label: '数据API结果', summary: '设置了缓存秒数的API的返回结果，清空后重新查询数据源', max: 10_000 },
  { most: MAX_BYTES, of: ({ answer }) => answer.rows.length + answer.head.length + 200 },
);

export interface CachedAnswer {
  readonly answer: JsonAnswer;
  /** null where answers are not kept */
  readonly etag: string | null;
  readonly isHit: boolean;
}

/** What an answer depends on: rights and masks (as the gate compiled them), the statement, its values and what is granted. */
function keyOf(
  { api, version }: ApiPlan,
  { statements, paging }: ReadCall,
  { identity, revision, fields }: { identity: string; revision: string | null; fields: ReadonlySet<string> | null },
): string {
  const granted = fields === null ? null : [...fields].sort();
  const { rows } = statements;
  return createHash('sha256')
    .update(JSON.stringify([api.id, version, revision, identity, rows.text, rows.params, paging.pageNum, paging.pageSize, granted]))
    .digest('base64url');
}

const etagOf = ({ head, rows }: JsonAnswer): string => `"${rows.hash(createHash('sha256').update(head)).digest('base64url').slice(0, 27)}"`;

/** Answers a call from what is kept, or from the source. `revision` is that of the registry: any change of who may call what lets all go. */
export async function cachedAnswer(
  plan: ApiPlan,
  call: ReadCall,
  how: Parameters<typeof answerJson>[1] & { readonly revision: string | null },
): Promise<CachedAnswer> {
  const seconds = call.config.cacheTtl;
  if (seconds === 0) return { answer: await answerJson(call, how), etag: null, isHit: false };
  const { identity } = await how.compile(call.statements.rows);
  const key = keyOf(plan, call, { identity, revision: how.revision, fields: how.fields });
  const found = kept.get(key);
  const now = performance.now();
  if (found && found.until > now) return { answer: found.answer, etag: found.etag, isHit: true };
  const made = await answerJson(call, how);
  const answer = { ...made, rows: made.rows.kept() };
  const etag = etagOf(answer);
  if (answer.rows.length <= LARGEST_BYTES) kept.set(key, { answer, etag, until: now + seconds * 1000 });
  return { answer, etag, isHit: false };
}

/** Whether a caller has an answer already, by `If-None-Match`. */
export const isMatch = (header: string | string[] | undefined, etag: string | null): boolean =>
  etag !== null &&
  typeof header === 'string' &&
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*');
