import type { Block, Line, Piece } from '../contract/document.ts';

const MAX_SPAN = 20;
const spanOf = (text: string | undefined): number => Math.min(MAX_SPAN, Math.max(1, Math.trunc(Number(text ?? 1)) || 1));

interface Spans {
  readonly colspan: string | undefined;
  readonly rowspan: string | undefined;
}

/**
 * Collects the cells of one table from its tags. The document has no merged cells: the text goes into the first covered cell, the others
 * stay empty.
 */
export class TableReader {
  private readonly rows: Line[][] = [];
  /** rows that a cell above still covers, by column */
  private readonly covered: number[] = [];
  private cell: Line | null = null;
  private isHead = false;

  openRow(): void {
    this.closeRow();
    this.rows.push([]);
  }

  openCell(isHead: boolean, { colspan, rowspan }: Spans): void {
    if (this.rows.length === 0) this.rows.push([]);
    const row = this.rows.at(-1) ?? [];
    this.skipCovered(row);
    this.cell = [];
    const [columns, below] = [spanOf(colspan), spanOf(rowspan) - 1];
    for (let n = 0; n < columns; n++) {
      this.covered[row.length] = below;
      row.push(n === 0 ? this.cell : []);
    }
    if (isHead && this.rows.length === 1) this.isHead = true;
  }

  /** Adds a line of text to the cell that is open; before the first cell there is no place for it. */
  add(line: readonly Piece[]): void {
    if (!this.cell) return;
    if (this.cell.length > 0) this.cell.push({ text: '\n' });
    this.cell.push(...line);
  }

  /** The table as a block; nothing for one without cells. */
  end(): Block[] {
    this.closeRow();
    const rows = this.rows.filter((cells) => cells.length > 0);
    return rows.length === 0 ? [] : [{ type: 'table', rows: rows.map((cells, at) => ({ isHead: at === 0 && this.isHead, cells })) }];
  }

  private skipCovered(row: Line[]): void {
    while ((this.covered[row.length] ?? 0) > 0) {
      this.covered[row.length] = (this.covered[row.length] ?? 0) - 1;
      row.push([]);
    }
  }

  private closeRow(): void {
    this.cell = null;
    const row = this.rows.at(-1);
    if (row) this.skipCovered(row);
  }
}
