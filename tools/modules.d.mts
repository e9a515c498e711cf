export declare const root: string;
export interface ModuleSource {
  name: string;
  needs: string[];
  migrations: string | null;
}
export declare function readModules(): ModuleSource[];
export declare function order<M extends Pick<ModuleSource, 'name' | 'needs'>>(modules: M[]): { sorted: M[]; circle: string | null };
