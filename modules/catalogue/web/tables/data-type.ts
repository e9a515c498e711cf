/** `numeric(18,2)`, `varchar(50)`: the type as people write it. */
export function dataType(column: {
  dataType: string;
  dataLength: string | null;
  dataPrecision: string | null;
  dataScale: string | null;
}): string {
  if (column.dataPrecision !== null)
    return `${column.dataType}(${column.dataPrecision}${column.dataScale && column.dataScale !== '0' ? `,${column.dataScale}` : ''})`;
  return column.dataLength === null ? column.dataType : `${column.dataType}(${column.dataLength})`;
}
