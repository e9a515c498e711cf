/* Messages of a PostgreSQL server that answers statements (documentation, "Message Formats"). */

export interface WireColumn {
  readonly name: string;
  readonly dataTypeID: number;
}
/** What the server says when a statement fails, with its code. */
export class WireError extends Error {
  readonly code: string;
  readonly position: string | undefined;
  constructor(message: string, code: string, position?: string) {
    super(message);
    this.name = 'WireError';
    this.code = code;
    this.position = position;
  }
}
/** The connection broke before the statement was answered: nothing is known of it. */
export class WireLost extends Error {}
/** The statement was not answered in its time. */
export class WireLate extends Error {}

/** Fields of an error or of a row description: texts up to a zero byte. */
function textAt(bytes: Buffer, at: number): string {
  return bytes.toString('utf8', at, bytes.indexOf(0, at));
}
/** ErrorResponse, from behind its length. */
export function errorOf(bytes: Buffer, from: number, to: number): WireError {
  const fields = new Map<string, string>();
  for (let at = from; at < to && bytes[at] !== 0;) {
    const kind = String.fromCharCode(bytes[at]!);
    const text = textAt(bytes, at + 1);
    fields.set(kind, text);
    at += 2 + Buffer.byteLength(text);
  }
  return new WireError(fields.get('M') ?? '', fields.get('C') ?? '', fields.get('P'));
}
/** RowDescription, from behind its length. */
export function columnsOf(bytes: Buffer, from: number): WireColumn[] {
  const columns: WireColumn[] = [];
  let at = from + 2;
  for (let left = bytes.readUInt16BE(from); left > 0; left--) {
    const name = textAt(bytes, at);
    at += Buffer.byteLength(name) + 1;
    columns.push({ name, dataTypeID: bytes.readUInt32BE(at + 6) });
    at += 18;
  }
  return columns;
}
/** ParameterDescription, from behind its length: types by their numbers. */
export const parameterTypes = (bytes: Buffer, from: number): number[] =>
  Array.from({ length: bytes.readUInt16BE(from) }, (_, i) => bytes.readUInt32BE(from + 2 + i * 4));
