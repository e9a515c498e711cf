// The modules of the product, read from the source text: tools must work while the code does not compile.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** `{ name, needs, migrations }` of every folder in modules/ that has a server slice, as its `defineServerModule` says; `migrations` is the name of its set. */
export function readModules() {
  const folder = join(root, 'modules');
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(folder, entry.name, 'server')))
    .map(({ name }) => ({ name, ...declaredIn(join(folder, name, 'server')) }));
}

function declaredIn(server) {
  for (const file of ['index.ts', 'module.ts']) {
    if (!existsSync(join(server, file))) continue;
    const text = readFileSync(join(server, file), 'utf8');
    const list = /defineServerModule\([\s\S]*?needs:\s*\[([^\]]*)\]/.exec(text);
    const needs = list && [...list[1].matchAll(/'([^']+)'/g)].map((match) => match[1]);
    if (needs) return { needs, migrations: /\bmigrations:\s*\{\s*name:\s*'([^']+)'/.exec(text)?.[1] ?? null };
  }
  return { needs: [], migrations: null };
}

/** Every need before its user; `circle` names the first circle found. */
export function order(modules) {
  const byName = new Map(modules.map((module) => [module.name, module]));
  const sorted = [];
  let circle = null;
  const visit = (module, path) => {
    if (sorted.includes(module)) return;
    if (path.includes(module.name)) {
      circle ??= [...path, module.name].join(' → ');
      return;
    }
    for (const need of module.needs) if (byName.has(need)) visit(byName.get(need), [...path, module.name]);
    if (!sorted.includes(module)) sorted.push(module);
  };
  for (const module of modules) visit(module, []);
  return { sorted, circle };
}
