import type { SecretBox } from '#kit/server/secret-box.ts';
import type { OrderBy } from '../../contract/api.ts';
import { ParamProblem } from '../../core/index.ts';

const PURPOSE = 'market.cursor';
const MAX_CHARS = 4096;
const signature = (orders: readonly OrderBy[]): string =>
  orders.map(({ columnName, direction }) => `${direction} ${columnName}`).join('\n');

/** What a cursor belongs to: it goes on in the same API and the same order only. */
export interface CursorPlace {
  readonly apiId: string;
  readonly orders: readonly OrderBy[];
  readonly secrets: SecretBox;
}

/** The place behind a row as text that callers cannot read or make: values of columns that they are not granted may stand in it. */
export const cursorOf = ({ apiId, orders, secrets }: CursorPlace, values: readonly string[]): string =>
  secrets.seal(JSON.stringify([apiId, signature(orders), values]), PURPOSE);

/** The values that a cursor stands for; null = from the beginning. Throws ParamProblem. */
export function readCursor({ apiId, orders, secrets }: CursorPlace, raw: unknown): readonly string[] | null {
  if (raw === undefined || raw === null || raw === '') return null;
  const problem = (message: string) => new ParamProblem('cursor', message);
  if (typeof raw !== 'string' || raw.length > MAX_CHARS) throw problem('参数“cursor”不正确，请使用上一次返回的 nextCursor');
  let found: [apiId: string, orders: string, values: string[]];
  try {
    found = JSON.parse(secrets.open(raw, PURPOSE)) as typeof found;
  } catch {
    throw problem('参数“cursor”不正确，请使用上一次返回的 nextCursor');
  }
  if (found[0] !== apiId || found[1] !== signature(orders)) throw problem('参数“cursor”来自其他查询，请从头开始');
  return found[2];
}
