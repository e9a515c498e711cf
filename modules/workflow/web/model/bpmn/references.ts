/** What bpmn-moddle has read of an element. */
interface Node {
  get(property: string): unknown;
  set(property: string, value: unknown): void;
}
/** A document that was read, with everything that its elements refer to. */
export interface Read {
  readonly elementsById: Readonly<Record<string, unknown>>;
  readonly references: readonly { readonly element: Node; readonly property: string; readonly id: string }[];
}

/** What the drawing itself is made of: it cannot hang on something that is not in the document. */
const DRAWN =
  /^(?:.*:)?(?:sourceRef|targetRef|attachedToRef|bpmnElement|default|processRef|flowNodeRef|incoming|outgoing|sourceElement|targetElement|categoryValueRef|dataObjectRef|dataStoreRef)$/;

/**
 * Keeps references that the reader of BPMN drops: qualified names (`tns:order`) mean the element of the document, and what stands in another
 * document, or nowhere, is written again as it was.
 */
export function keepReferences({ elementsById, references }: Read): void {
  for (const { element, property, id } of references) {
    if (Object.hasOwn(elementsById, id)) continue;
    const meant = elementsById[id.slice(id.indexOf(':') + 1)] ?? (DRAWN.test(property) ? null : { id });
    if (meant === null) continue;
    const held = element.get(property);
    if (Array.isArray(held)) held.push(meant);
    else if (held === undefined) element.set(property, meant);
  }
}
