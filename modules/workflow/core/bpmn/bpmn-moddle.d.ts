/** bpmn-moddle has types for its elements only. */
declare module 'bpmn-moddle' {
  interface Parsed {
    readonly rootElement: unknown;
    readonly warnings: readonly { readonly message: string }[];
    readonly references: readonly unknown[];
  }
  export class BpmnModdle {
    constructor(packages?: Readonly<Record<string, unknown>>);
    fromXML(xml: string): Promise<Parsed>;
    toXML(element: unknown, options?: { readonly format?: boolean }): Promise<{ readonly xml: string }>;
    create(type: string, attributes?: Readonly<Record<string, unknown>>): unknown;
  }
}
