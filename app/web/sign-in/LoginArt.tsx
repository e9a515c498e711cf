/** A drawn piece of lineage: where the figure of a board comes from. Decoration, hidden from readers and narrow screens. */
interface Box {
  x: number;
  y: number;
  name: string;
  columns: string[];
  /** the column that the highlighted path runs through */
  lit?: number;
}

const WIDTH = 148;
const layers = ['贴源层 ODS', '明细层 DWD', '汇总层 DWS', '应用层 ADS'];
const boxes: readonly Box[] = [
  { x: 56, y: 232, name: 'ods_project', columns: ['project_id', 'amount', 'sign_date'], lit: 1 },
  { x: 56, y: 366, name: 'ods_contract', columns: ['contract_no', 'project_id'] },
  { x: 56, y: 476, name: 'ods_employee', columns: ['emp_id', 'dept_id', 'hire_date'] },
  { x: 256, y: 286, name: 'dwd_project_income', columns: ['project_id', 'income_amt', 'period'], lit: 1 },
  { x: 256, y: 438, name: 'dwd_hr_employee', columns: ['emp_id', 'dept_id'] },
  { x: 456, y: 248, name: 'dws_dept_income', columns: ['dept_id', 'income_amt'], lit: 1 },
  { x: 456, y: 396, name: 'dws_headcount', columns: ['dept_id', 'cnt'] },
];
/** [from box, column, to box, column] */
const quiet: readonly [number, number, number, number][] = [
  [0, 0, 3, 0],
  [1, 1, 3, 0],
  [0, 2, 3, 2],
  [2, 0, 4, 0],
  [2, 1, 4, 1],
  [4, 1, 6, 0],
  [4, 0, 6, 1],
  [4, 1, 5, 0],
];
const lit: readonly [number, number, number, number][] = [
  [0, 1, 3, 1],
  [3, 1, 5, 1],
];
const BOARD = { x: 656, y: 300 };
const bars = [34, 52, 41, 63, 48, 70];

const middle = (box: Box, column: number): number => box.y + 42 + column * 24;
const curve = (x1: number, y1: number, x2: number, y2: number): string => `M${x1} ${y1}C${x1 + 28} ${y1} ${x2 - 28} ${y2} ${x2} ${y2}`;

function pathOf([from, column, to, target]: readonly [number, number, number, number]): string {
  const a = boxes[from];
  const b = boxes[to];
  return a && b ? curve(a.x + WIDTH, middle(a, column), b.x, middle(b, target)) : '';
}

const Dot = ({ x, y }: { x: number; y: number }) => <circle className="art-dot" cx={x} cy={y} r="3" />;

const TableBox = ({ box }: { box: Box }) => (
  <g>
    <rect className="art-box" x={box.x + 0.5} y={box.y + 0.5} width={WIDTH - 1} height={34 + box.columns.length * 24} rx="6" />
    <path className="art-line" d={`M${box.x + 1} ${box.y + 30.5}h${WIDTH - 2}`} />
    <text className="art-name" x={box.x + 12} y={box.y + 20}>
      {box.name}
    </text>
    {box.columns.map((column, index) => (
      <g key={column}>
        {box.lit === index && <rect className="art-lit-row" x={box.x + 1} y={box.y + 32 + index * 24} width={WIDTH - 2} height="22" />}
        <text className={box.lit === index ? 'art-column lit' : 'art-column'} x={box.x + 12} y={box.y + 47 + index * 24}>
          {column}
        </text>
      </g>
    ))}
    {box.lit !== undefined && <Dot x={box.x + WIDTH} y={middle(box, box.lit)} />}
    {box.lit !== undefined && box.x > 56 && <Dot x={box.x} y={middle(box, box.lit)} />}
  </g>
);

export const LoginArt = () => (
  <svg className="art" viewBox="0 0 860 900" preserveAspectRatio="xMidYMid meet" aria-hidden="true">
    {layers.map((layer, index) => (
      <text className="art-layer" key={layer} x={56 + index * 200} y={196}>
        {layer}
      </text>
    ))}
    {quiet.map((edge) => (
      <path className="art-edge" key={edge.join()} d={pathOf(edge)} />
    ))}
    <path className="art-edge" d={curve(604, 462, BOARD.x, 472)} />
    {lit.map((edge) => (
      <path className="art-edge lit" key={edge.join()} d={pathOf(edge)} />
    ))}
    <path className="art-edge lit" d={curve(604, 314, BOARD.x, BOARD.y + 66)} />
    {boxes.map((box) => (
      <TableBox key={box.name} box={box} />
    ))}
    <rect className="art-box lit" x={BOARD.x + 0.5} y={BOARD.y + 0.5} width="147" height="112" rx="6" />
    <text className="art-name" x={BOARD.x + 12} y={BOARD.y + 22}>
      部门营收看板
    </text>
    {bars.map((height, index) => (
      <rect
        className={index === bars.length - 1 ? 'art-bar lit' : 'art-bar'}
        key={height}
        x={BOARD.x + 14 + index * 21}
        y={BOARD.y + 100 - height * 0.9}
        width="12"
        height={height * 0.9}
        rx="1.5"
      />
    ))}
    <Dot x={BOARD.x} y={BOARD.y + 66} />
    <rect className="art-box" x={BOARD.x + 0.5} y="440.5" width="147" height="64" rx="6" />
    <text className="art-name" x={BOARD.x + 12} y="462">
      人员编制接口
    </text>
    <text className="art-column" x={BOARD.x + 12} y="486">
      GET /api/headcount
    </text>
  </svg>
);
