import type { Lineage } from '../types.ts';

/** A statement of the public test suites with its expected lineage; conventions in `__cases__/statements.json` → meta. */
export interface Case {
  readonly id: string;
  readonly level: 'table' | 'tables' | 'column' | 'select-column';
  readonly dialect: string;
  readonly sql: string;
  readonly flags: readonly string[];
  readonly source: { readonly repo?: string };
  readonly schema?: Readonly<Record<string, readonly string[]>>;
  readonly sources?: readonly string[];
  readonly targets?: readonly string[] | null;
  readonly tables?: readonly string[];
  readonly edges?: readonly (readonly [readonly [string | null, string], readonly [string | null, string]])[];
  readonly outputs?: Readonly<Record<string, readonly (readonly [string | null, string])[]>>;
}

const fold = (name: string | null) => (name ?? '').toLowerCase().replace(/["`[\]]/g, '');
const together = (texts: Iterable<string>) => [...new Set(texts)].toSorted().join(' ; ');
const tables = (names: readonly string[]) => together(names.map(fold).filter((name) => name !== 'dual'));
const target = (name: string) => (/[ (]/.test(name) ? '<expr>' : fold(name));

/** Cases about which the suites contradict each other. */
export const isConvention = ({ flags }: Case): boolean => flags.includes('convention') || flags.includes('path');
/** The suite of OpenLineage keeps intermediate tables of scripts. */
export const keepsIntermediate = ({ source }: Case): boolean => source.repo === 'OpenLineage/OpenLineage';

/** What was expected and what came, in comparable form. */
export function compared(each: Case, lineage: Lineage): { want: string; got: string } {
  const { sources, targets, all } = lineage.tables;
  switch (each.level) {
    case 'table': {
      const known = each.targets != null;
      return {
        want: `${tables(each.sources ?? [])} → ${known ? tables(each.targets) : ''}`,
        got: `${tables(sources)} → ${known ? tables(targets) : ''}`,
      };
    }
    case 'tables':
      return { want: tables(each.tables ?? []), got: tables(all) };
    case 'column':
      return {
        want: together((each.edges ?? []).map(([from, to]) => `${fold(from[0])}.${fold(from[1])} > ${fold(to[0])}.${target(to[1])}`)),
        got: together(
          lineage.edges
            .filter(({ kind }) => kind === 'value')
            .map(({ from, to }) => `${fold(from.table)}.${from.column} > ${fold(to.table)}.${to.column}`),
        ),
      };
    case 'select-column': {
      const names = Object.keys(each.outputs ?? {});
      const got = new Map(Object.entries(lineage.outputs).map(([name, columns]) => [fold(name), columns]));
      return {
        want: names
          .map(
            (name) => `${fold(name)}: ${together((each.outputs?.[name] ?? []).map(([table, column]) => `${fold(table)}.${fold(column)}`))}`,
          )
          .join('\n'),
        got: names
          .map((name) => `${fold(name)}: ${together((got.get(fold(name)) ?? []).map(({ table, column }) => `${fold(table)}.${column}`))}`)
          .join('\n'),
      };
    }
  }
}
