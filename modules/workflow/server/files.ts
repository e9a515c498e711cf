import type { Ctx } from '#kit/server/ctx.ts';
import type { BusinessType } from '#kit/server/flow.ts';
import { addFiles } from '#modules/files/server/index.ts';

/** Table whose rows open their files to the parties of an approval. */
export const INSTANCE = 'flow_instance';

interface Kept {
  readonly id: string;
  readonly starterId: string;
  readonly deptId: string | null;
}
/** Keeps files with an approval: its parties may open them from then on, also after its end. Throws input.invalid. */
export const keepFiles = (ctx: Ctx, { id, starterId, deptId }: Kept, fileNames: string | null): Promise<void> =>
  addFiles(ctx, { fileNames, entity: INSTANCE, entityId: id, readers: { perms: [], deptId, ownerId: starterId } });

/** Keeps the files of a record that is submitted or changed. */
export async function keepRecordFiles(ctx: Ctx, row: Kept, type: BusinessType, snapshot: Readonly<Record<string, unknown>>): Promise<void> {
  for (const { name, kind } of type.fields) {
    const value = kind === 'files' ? snapshot[name] : null;
    if (typeof value === 'string' && value !== '') await keepFiles(ctx, row, value);
  }
}
