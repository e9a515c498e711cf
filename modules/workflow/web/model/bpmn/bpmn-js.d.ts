/** The parts of bpmn-js that are used; its own types are written for another way of resolving modules. */
declare module 'bpmn-js/lib/Modeler.js' {
  export default class Modeler {
    constructor(options: Readonly<Record<string, unknown>>);
    importXML(xml: string): Promise<{ readonly warnings: readonly unknown[] }>;
    saveXML(options?: { readonly format?: boolean }): Promise<{ readonly xml?: string }>;
    get<T>(name: string): T;
    destroy(): void;
  }
}
declare module 'bpmn-js/lib/NavigatedViewer.js' {
  export default class NavigatedViewer {
    constructor(options: Readonly<Record<string, unknown>>);
    importXML(xml: string): Promise<{ readonly warnings: readonly unknown[] }>;
    get<T>(name: string): T;
    destroy(): void;
  }
}
