import { readBpmn } from '../bpmn/read.ts';
import { apply, type Command } from './apply.ts';
import type { Definitions } from '../model.ts';
import type { InstanceState, Task, Variables } from './state.ts';

/** A document of one process around its elements. */
export const bpmn = (elements: string, roots = '', id = 'p'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:flowable="http://flowable.org/bpmn" targetNamespace="t">
${roots}<process id="${id}" isExecutable="true">${elements}</process></definitions>`;

export const flow = (id: string, from: string, to: string, condition = ''): string =>
  `<sequenceFlow id="${id}" sourceRef="${from}" targetRef="${to}">${
    condition === '' ? '' : `<conditionExpression xsi:type="tFormalExpression"><![CDATA[${condition}]]></conditionExpression>`
  }</sequenceFlow>`;
export const userTask = (id: string, inside = '', attributes = ''): string =>
  `<userTask id="${id}" name="${id}" ${attributes}>${inside}</userTask>`;

/** Definitions of all processes of the texts. */
export async function definitionsOf(...documents: readonly string[]): Promise<Definitions> {
  const read = await Promise.all(documents.map(readBpmn));
  return Object.fromEntries(read.flatMap(({ processes }) => processes.map((process) => [process.id, process])));
}

/** An instance that a test drives. */
export class Instance {
  state: InstanceState;
  definitions: Definitions;
  now = Date.parse('2026-01-01T00:00:00Z');

  constructor(definitions: Definitions, variables: Variables = {}, user: string | null = null) {
    this.definitions = definitions;
    this.state = apply(definitions, null, this.now, { type: 'start', process: 'p', variables, user }).state;
  }
  do(command: Command): void {
    this.now += 1;
    this.state = apply(this.definitions, this.state, this.now, command).state;
  }
  task(node: string, assignee?: string): Task {
    const found = Object.values(this.state.tasks).find(
      (task) => task.node === node && (assignee === undefined || task.assignee === assignee),
    );
    if (!found) throw new Error(`no task ${node} ${assignee ?? ''} among ${this.open().join()}`);
    return found;
  }
  complete(node: string, assignee?: string, variables: Variables = {}): void {
    this.do({ type: 'complete', task: this.task(node, assignee).id, variables });
  }
  /** `node` or `node:assignee` of the open tasks, in order */
  open(): string[] {
    return Object.values(this.state.tasks)
      .map(({ node, assignee }) => (assignee === null ? node : `${node}:${assignee}`))
      .toSorted();
  }
}
