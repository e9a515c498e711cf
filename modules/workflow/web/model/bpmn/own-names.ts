import { approvalOf, setApproval, textOf } from './panel/write.ts';
import type { Factory, Modeling, Shape } from './types.ts';

interface Done {
  readonly context: {
    readonly elements?: readonly Shape[];
    readonly element?: Shape;
    readonly properties?: Readonly<Record<string, unknown>>;
  };
}
interface Events {
  on(name: string, heard: (event: Done) => void): void;
}
const withChildren = (shape: Shape): Shape[] => [shape, ...(shape.children ?? []).flatMap(withChildren)];

/**
 * The variables of an approval are named after its task: a task that is pasted or gets another id names its own, otherwise the people of another
 * task would be asked. Part of the same step.
 */
export class OwnNames {
  static $inject = ['eventBus', 'modeling', 'bpmnFactory'];

  constructor(events: Events, modeling: Modeling, factory: Factory) {
    const write = (shape: Shape) => {
      const approval = shape.labelTarget ? null : approvalOf(textOf(shape.businessObject, 'dp:approval'));
      if (approval) setApproval({ tool: { modeling, factory }, shape }, approval);
    };
    events.on('commandStack.elements.create.postExecuted', ({ context }) => {
      for (const shape of context.elements ?? []) withChildren(shape).forEach(write);
    });
    events.on('commandStack.element.updateProperties.postExecuted', ({ context: { element, properties } }) => {
      if (element && properties && 'id' in properties) write(element);
    });
  }
}
