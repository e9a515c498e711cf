import * as z from 'zod';
import { proposalFields } from '#kit/contract/flow.ts';
import { Id, rowFields, YesNo } from '#kit/contract/fields.ts';

/** Documents with thumbnails: more than any we know of, less than what would hurt. */
export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024;
/** Longest document without its thumbnail, characters. */
export const MAX_DOCUMENT_CHARS = 4_000_000;

/** What cards of charts, boards and screens have in common. */
export const itemFields = {
  ...rowFields,
  folderId: Id.nullable(),
  folderName: z.string().nullable(),
  ownerName: z.string().nullable(),
  updaterName: z.string().nullable(),
  isShared: YesNo,
  isSystem: YesNo,
  code: z.string().nullable(),
  status: z.string(),
  remark: z.string().nullable(),
  isStarred: z.boolean(),
  isMine: z.boolean(),
  /** the caller may change it */
  canEdit: z.boolean(),
  /** approval of the publishing or sharing that somebody asked for */
  ...proposalFields,
};
/** Boards and screens have a draft and a published version. */
export const publishFields = {
  publishedNo: z.number().int().nullable(),
  publishedTime: z.string().nullable(),
  /** the draft, or a stored chart that it shows, differs from what viewers see */
  draftChanged: z.boolean(),
};

/** What publishing answers: the version that viewers see, null while `flow`, its approval, is not through. */
export const Publication = z.object({ version: z.number().int(), versionNo: z.number().int().nullable(), ...proposalFields });

/** How lists of items are narrowed, besides their names. */
export const itemSearch = {
  keyword: z.string().max(100).optional(),
  /** a folder with those below it; `none` = items outside of folders */
  folderId: z.union([Id, z.literal('none')]).optional(),
  view: z.enum(['all', 'mine', 'shared', 'starred']).optional(),
  status: z.enum(['0', '1']).optional(),
};

/**
 * A picture of what the editor saw, as a data address. It is stored when it is PNG, WebP or JPEG of at most 60 KB and shows only data that
 * are the same for every reader; otherwise the platform draws a schematic.
 */
export const Thumbnail = z.string().max(2_900_000, '缩略图不能超过2 MB').nullish();
export const FolderChoice = Id.nullish().transform((value) => (value === undefined ? undefined : value || null));

export const ITEM_KINDS = ['chart', 'board', 'screen'] as const;
export const DocKind = z.enum(ITEM_KINDS);
export type DocKind = z.output<typeof DocKind>;
export const GrantKind = z.enum(['dataset', ...ITEM_KINDS]);
