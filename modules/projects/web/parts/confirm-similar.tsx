import * as z from 'zod';
import { confirmDialog } from '#kit/web/dialog.tsx';
import { CallError } from '#kit/web/send.ts';
import type { CallOptions } from '#kit/web/client.ts';
import type { AnyCall, EntityApi } from '#kit/web/table/types.ts';
import { SimilarRecord } from '../../contract/record.ts';

const SimilarDetail = z.object({ similar: z.array(SimilarRecord) });

/** The call; when the server finds similar records the person looks at them and may save all the same. */
const asking = (call: AnyCall): AnyCall =>
  Object.assign(
    async (args?: { body?: object }, options?: CallOptions) => {
      try {
        return (await call(args, options)) as unknown;
      } catch (error) {
        const found = error instanceof CallError && error.key === 'record.similar' ? SimilarDetail.safeParse(error.detail) : null;
        if (
          !found?.success ||
          !(await confirmDialog({ title: '发现可能重复的记录', okText: '仍要保存', content: listOf(found.data.similar) }))
        )
          throw error;
        return (await call({ ...args, body: { ...args?.body, confirmSimilar: true } }, options)) as unknown;
      }
    },
    { route: call.route },
  );

function listOf(similar: readonly SimilarRecord[]) {
  return (
    <>
      <p>下列记录的名称与编号和正在保存的相同或非常接近，请确认不是同一条：</p>
      <ul className="similar-list">
        {similar.map((one, index) => (
          <li key={one.id ?? index}>
            {one.title}
            <span className="muted">{one.detail}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The same entity, whose saving asks about duplicates: `<EntityForm api={useMemo(() => askingSimilar(api.supplier), [])} … />`. */
export const askingSimilar = <A extends EntityApi>(api: A): A => ({
  ...api,
  ...(api.create && { create: asking(api.create) }),
  ...(api.update && { update: asking(api.update) }),
});
