/** Places of shapes and way points of flows of a block-structured process, left to right, for BPMN DI. Units are pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}
export type Point = readonly [x: number, y: number];

/** A shape with its size; blocks stand one after the other. */
export type Block = Shape | Fork;
export interface Shape {
  readonly kind: 'shape';
  readonly id: string;
  readonly width: number;
  readonly height: number;
}
/** Two gateways with the branches between them. */
export interface Fork {
  readonly kind: 'fork';
  readonly split: Shape;
  readonly branches: readonly Lane[];
  readonly join: Shape;
}
/** A branch with the flow that leads into it. */
export interface Lane {
  readonly flow: string;
  readonly blocks: readonly Block[];
}
export interface Layout {
  /** by the id of a shape */
  readonly boxes: ReadonlyMap<string, Box>;
  /** height of the flows of empty branches, by their id */
  readonly lanes: ReadonlyMap<string, number>;
}

export const GATEWAY_SIZE = 50;
const GAP_X = 60;
const GAP_Y = 30;
const MARGIN = 60;
/** the least height of a branch, also of an empty one */
const LANE = 80;

const heightOf = (block: Block): number =>
  block.kind === 'shape'
    ? block.height
    : block.branches.reduce((sum, { blocks }) => sum + laneHeight(blocks), 0) + GAP_Y * (block.branches.length - 1);
const laneHeight = (blocks: readonly Block[]): number => Math.max(LANE, ...blocks.map(heightOf));
const widthOf = (block: Block): number =>
  block.kind === 'shape'
    ? block.width
    : block.split.width + block.join.width + 2 * GAP_X + Math.max(...block.branches.map(({ blocks }) => laneWidth(blocks)));
const laneWidth = (blocks: readonly Block[]): number =>
  blocks.length === 0 ? GAP_X : blocks.reduce((sum, block) => sum + widthOf(block), 0) + GAP_X * (blocks.length - 1);

/** The box of every shape and the height of every empty branch. */
export function layout(blocks: readonly Block[]): Layout {
  const boxes = new Map<string, Box>();
  const lanes = new Map<string, number>();
  const put = (shape: Shape, x: number, centre: number): void =>
    void boxes.set(shape.id, { x, y: centre - shape.height / 2, width: shape.width, height: shape.height });
  const lane = (row: readonly Block[], left: number, centre: number): void => {
    let x = left;
    for (const block of row) {
      if (block.kind === 'shape') put(block, x, centre);
      else fork(block, x, centre);
      x += widthOf(block) + GAP_X;
    }
  };
  const fork = (block: Fork, x: number, centre: number): void => {
    put(block.split, x, centre);
    put(block.join, x + widthOf(block) - block.join.width, centre);
    let top = centre - heightOf(block) / 2;
    for (const branch of block.branches) {
      const height = laneHeight(branch.blocks);
      lane(branch.blocks, x + block.split.width + GAP_X, top + height / 2);
      if (branch.blocks.length === 0) lanes.set(branch.flow, top + height / 2);
      top += height + GAP_Y;
    }
  };
  lane(blocks, MARGIN, MARGIN + laneHeight(blocks) / 2);
  return { boxes, lanes };
}

/** True for the diamond of a gateway, which flows leave and enter at all corners. */
const isGateway = ({ width, height }: Box): boolean => width === GATEWAY_SIZE && height === GATEWAY_SIZE;

/** Way points between two shapes; `lane` is the height of an empty branch between two gateways. */
export function wayBetween(from: Box, to: Box, lane: number | null): Point[] {
  const [fromY, toY] = [from.y + from.height / 2, to.y + to.height / 2];
  const [fromX, toX] = [from.x + from.width / 2, to.x + to.width / 2];
  const height = lane ?? (isGateway(from) ? toY : fromY);
  const leaves: Point[] =
    fromY === height
      ? [[from.x + from.width, fromY]]
      : [
          [fromX, height < fromY ? from.y : from.y + from.height],
          [fromX, height],
        ];
  const enters: Point[] =
    toY === height
      ? [[to.x, toY]]
      : [
          [toX, height],
          [toX, height < toY ? to.y : to.y + to.height],
        ];
  return [...leaves, ...enters];
}
