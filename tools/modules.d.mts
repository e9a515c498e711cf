export declare const root: string;
export interface ModuleSource {
  name: string;
  needs: string[];
}
export declare function readModules(): ModuleSource[];
export declare function order(modules: ModuleSource[]): { sorted: ModuleSource[]; circle: string | null };
