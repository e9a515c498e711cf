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

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];
/** 4.2 MB */
export function bytesText(bytes: string | null): string | null {
  if (bytes === null) return null;
  let value = Number(bytes);
  let unit = 0;
  while (value >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}
