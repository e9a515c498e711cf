import { sql } from 'kysely';
import { containsText } from '#kit/server/crud.ts';
import type { Ctx } from '#kit/server/ctx.ts';
import { PLACE, seenColumns } from './binding-rows.ts';

export interface ProposalFilter {
  elementId?: string | undefined;
  sourceId?: string | undefined;
  tableId?: string | undefined;
  keyword?: string | undefined;
  state?: 'open' | 'rejected' | undefined;
  minScore?: number | undefined;
}

/** Proposals for living columns that the caller sees, to elements in force. */
export function proposalRows(ctx: Ctx, filter: ProposalFilter) {
  let rows = ctx.db
    .selectFrom('standardProposal')
    .innerJoin('standardElement', 'standardElement.id', 'standardProposal.elementId')
    .innerJoin('metadataColumn', 'metadataColumn.id', 'standardProposal.columnId')
    .innerJoin('metadataTable', 'metadataTable.id', 'standardProposal.tableId')
    .innerJoin('metadataSource', 'metadataSource.id', 'standardProposal.sourceId')
    .where('metadataColumn.deletedAt', 'is', null)
    .where('metadataTable.deletedAt', 'is', null)
    .where('standardElement.deletedAt', 'is', null)
    .where('standardElement.state', '=', 'inForce')
    .where('standardProposal.state', '=', filter.state ?? 'open')
    .where(seenColumns(ctx, 'standardProposal'));
  if (filter.elementId) rows = rows.where('standardProposal.elementId', '=', filter.elementId);
  if (filter.sourceId) rows = rows.where('standardProposal.sourceId', '=', filter.sourceId);
  if (filter.tableId) rows = rows.where('standardProposal.tableId', '=', filter.tableId);
  if (filter.minScore !== undefined) rows = rows.where('standardProposal.score', '>=', String(filter.minScore));
  const { keyword } = filter;
  if (keyword)
    rows = rows.where((e) =>
      e.or(
        ['metadataTable.tableName', 'metadataColumn.columnName', 'standardElement.elementName'].map(
          (column) => containsText(column, keyword) as never,
        ),
      ),
    );
  return rows;
}
/** What lists tell of a proposal. */
export const PROPOSAL = [
  'standardProposal.id',
  'standardProposal.sourceId',
  'standardProposal.tableId',
  'standardProposal.columnId',
  'standardProposal.elementId',
  'standardElement.elementCode',
  'standardElement.elementName',
  'standardProposal.state',
  'standardProposal.reasons',
  ...PLACE,
  sql<number>`standard_proposal.score::float8`.as('score'),
  sql<number>`(select count(*)::int from standard_proposal o where o.column_id = standard_proposal.column_id and o.state = 'open'
    and o.id <> standard_proposal.id)`.as('rivals'),
] as const;
