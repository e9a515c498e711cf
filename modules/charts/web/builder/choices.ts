import { createClient } from '#kit/web/client.ts';
import { send } from '#kit/web/send.ts';
import { queryCalls } from '../../contract/query-calls.ts';
import type { Scalar } from '#modules/datasets/contract/query.ts';

const api = createClient({ query: queryCalls }, send);
const MAX = 100;

/** Values of a field that contain a text, for filters and orders of one's own. */
export async function choicesOf(dataSetId: string, col: string, search: string): Promise<readonly { value: Scalar; label: string }[]> {
  return api.query.choices({ body: { dataSetId, col, search, limit: MAX } }, { quiet: true, overlay: false });
}
export { api as queryApi };
