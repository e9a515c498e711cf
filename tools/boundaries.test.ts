import { describe, expect, it } from 'vitest';
import { check, refusedCircles, valueImports } from './boundaries.mjs';
import { order } from './modules.mjs';

const needs = new Map([
  ['system', []],
  ['gate', ['system']],
]);
const violations = (path: string, ...lines: string[]) => check(path, lines.join('\n'), needs).length;

describe('boundaries', () => {
  it.each([
    ['modules/system/contract/post.ts', "import * as z from 'zod';"],
    ['modules/gate/contract/source.ts', "import { Post } from '#modules/system/contract/post.ts';"],
    ['modules/system/server/push.test.ts', "import { gate } from '#modules/gate/contract/index.ts';"],
    ['modules/gate/web/rules/builder/Rules.tsx', "import { Button } from 'antd';"],
    ['modules/system/core/rule.ts', "import { Post } from '../contract/post.ts';"],
    ['modules/gate/server/source.ts', "import { readConfig } from '#modules/system/server/index.ts';"],
    ['modules/gate/web/Page.tsx', "import { UserPicker } from '#modules/system/web/index.ts';"],
    ['modules/system/core/rule.test.ts', "import { readFileSync } from 'node:fs';"],
    ['modules/system/server/post.test.ts', "import { startApp } from '#kit/test/app.ts';"],
    ['app/server/main.ts', "import { x } from '#modules/system/server/auth/deep.ts';"],
    ['demo/company.ts', "import { readConfig } from '#modules/system/server/index.ts';"],
    ['app/server/main.ts', "import { seedDemo } from '#demo/index.ts';"],
    ['modules/system/core/rule.ts', '// Date.now() is passed in'],
  ])('%s may: %s', (path, line) => {
    expect(violations(path, line)).toBe(0);
  });

  it.each([
    ['modules/system/contract/post.ts', "import { sql } from 'kysely';"],
    ['modules/system/core/rule.ts', "import { readFileSync } from 'node:fs';"],
    ['modules/system/core/rule.ts', 'export const now = () => Date.now();'],
    ['modules/system/core/rule.ts', "import { db } from '../server/db.ts';"],
    ['modules/system/server/post.ts', "import { Page } from '../web/Page.tsx';"],
    ['modules/system/web/Page.tsx', "import { rows } from '../server/post.ts';"],
    ['modules/system/web/Page.tsx', "const a = await import('node:fs');"],
    ['modules/gate/server/source.ts', "import { deep } from '#modules/system/server/auth/deep.ts';"],
    ['modules/system/server/post.ts', "import { openData } from '#modules/gate/server/index.ts';"],
    ['modules/system/web/view/Board.tsx', "import { Panel } from '../builder/Panel.tsx';"],
    ['modules/system/contract/post.ts', "import { Grant } from '#modules/gate/contract/grant.ts';"],
    ['modules/system/web/Page.tsx', "import type { Grant } from '#modules/gate/contract/grant.ts';"],
    ['modules/gate/web/rules/build/Rules.tsx', "import { Button } from 'antd';"],
    ['kit/contract/route.ts', "import { x } from '#modules/system/contract/post.ts';"],
    ['kit/web/send.ts', "import {\n  x,\n} from '#kit/server/http.ts';"],
    ['demo/company.ts', "import { x } from '#modules/system/server/auth/deep.ts';"],
    ['demo/company.ts', "import { demoReaderPassword } from '#app/server/databases.ts';"],
    ['modules/system/server/post.ts', "import { seedDemo } from '#demo/index.ts';"],
    ['app/web/main.tsx', "import '#app/server/main.ts';"],
  ])('%s must not: %s', (path, line) => {
    expect(violations(path, line)).toBe(1);
  });

  it('finds files that load each other, in a module and across modules', () => {
    const files = {
      'kit/server/a.ts': "import { b } from './b.ts';",
      'kit/server/b.ts': "export * from './c.ts';",
      'kit/server/c.ts': "import './a.ts';",
      'modules/system/server/index.ts': "import { x } from '#modules/gate/server/index.ts';",
      'modules/gate/server/index.ts': "import {\n  y,\n} from '#modules/system/server/index.ts';",
      'app/server/main.ts': "import { a } from '#kit/server/a.ts';",
    };
    const graph = new Map(Object.entries(files).map(([path, text]) => [path, valueImports(path, text)]));
    expect(refusedCircles(graph)).toEqual([
      'load each other in a circle: kit/server/a.ts, kit/server/b.ts, kit/server/c.ts',
      'load each other in a circle: modules/gate/server/index.ts, modules/system/server/index.ts',
    ]);
  });

  it('lets types go round, calls that load later, and the grammar of a language', () => {
    const files = {
      'kit/server/a.ts': "import { b } from './b.ts';",
      'kit/server/b.ts': "import type { A } from './a.ts';\nimport { type B, type C } from './a.ts';\nconst late = await import('./a.ts');",
      'modules/lineage/core/query.ts': "import { expression } from './expression.ts';",
      'modules/lineage/core/expression.ts': "import { query } from './query.ts';",
    };
    expect(refusedCircles(new Map(Object.entries(files).map(([path, text]) => [path, valueImports(path, text)])))).toEqual([]);
  });

  it('names a circle of needs', () => {
    const modules = [
      { name: 'a', needs: ['b'] },
      { name: 'b', needs: ['a'] },
    ];
    expect(order(modules).circle).toBe('a → b → a');
  });

  it('puts needs first', () => {
    const modules = [
      { name: 'gate', needs: ['system'] },
      { name: 'system', needs: [] },
    ];
    expect(order(modules).sorted.map((module) => module.name)).toEqual(['system', 'gate']);
  });
});
