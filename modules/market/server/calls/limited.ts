import { AppError } from '#kit/contract/errors.ts';
import { assertAskable } from '../../core/index.ts';
import type { RowGrant } from '../../core/row-grant.ts';
import { StatementWriter } from '../apis/shapes.ts';
import { readCall, type ReadCall } from './answer.ts';

/** Writers of the shapes of grants beside that of the whole API, which goes with its plan. */
const limited = new WeakMap<StatementWriter, Map<string, StatementWriter>>();

function writerOf(whole: StatementWriter, { params, shape }: RowGrant): StatementWriter {
  const shapes = limited.get(whole) ?? new Map<string, StatementWriter>();
  limited.set(whole, shapes);
  const known = shapes.get(shape);
  if (known) return known;
  const { definition } = whole.prepared;
  const writer = new StatementWriter({ ...whole.prepared, definition: { ...definition, reqParams: [...definition.reqParams, ...params] } });
  shapes.set(shape, writer);
  return writer;
}

/** What a subscription gives; null = all. */
interface Granted {
  readonly rows: RowGrant | null;
  readonly fields: ReadonlySet<string> | null;
}

/**
 * Reads a call of a subscription: it may not ask by fields that are kept back, and conditions on its rows stand in the statement like parameters,
 * so that each shape of grants is compiled once, with other values bound. Throws as `readCall`, and api.offline where the rows cannot be limited:
 * nothing is better than all.
 */
export function readLimited(
  writer: StatementWriter,
  given: Readonly<Record<string, unknown>>,
  of: Parameters<typeof readCall>[2] & Granted,
): ReadCall {
  const { rows, fields } = of;
  const { table, definition } = writer.prepared;
  if (fields !== null) assertAskable(definition, given, fields);
  if (rows === null) return readCall(writer, given, of);
  if (!rows.params.every(({ columnName }) => table?.columns.has(columnName ?? '')))
    throw new AppError('api.offline', 'API不能按订阅的行范围查询，请联系API的负责人');
  return readCall(writerOf(writer, rows), { ...given, ...rows.values }, of);
}
