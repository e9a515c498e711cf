// npm run new:entity: a plain entity from the list of its fields, ready to run: upgrade script, calls, server, page, menu, workbooks, test.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Failure, run } from './install.mjs';
import { readModules, root } from './modules.mjs';

const USAGE = `npm run new:entity -- MODULE ENTITY 名称 字段… --under 上级菜单路径 [--icon 图标] [--sort 数字] [--dict 编码:名称:码=文字,码=文字]

字段  name:标签:种类[:required][:search][:unique]   种类 text area number day dict=字典编码 account（字段名以 Id 结尾）
例    npm run new:entity -- notices asset 办公资产 assetName:资产名称:text:required:search:unique \\
        assetKind:资产类别:dict=asset_kind:search boughtOn:购置日期:day price:金额:number keeperId:保管人:account \\
        --under /basic/notice --icon ShopOutlined --dict asset_kind:资产类别:1=办公设备,2=车辆`;
const KINDS = ['text', 'area', 'number', 'day', 'dict', 'account'];

const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const kebab = (name) => snake(name).replaceAll('_', '-');
const pascal = (name) => name[0].toUpperCase() + name.slice(1);
const plural = (name) => (/[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`);
const quoted = (text) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

function fieldOf(text) {
  const [name, label, kindText, ...marks] = text.split(':');
  const [kind, dict = null] = (kindText ?? '').split('=');
  if (!/^[a-z][A-Za-z0-9]*$/.test(name) || !label || !KINDS.includes(kind)) throw new Failure(`字段写法不正确：${text}\n\n${USAGE}`);
  if (kind === 'dict' && !dict) throw new Failure(`字段 ${name} 没有写字典编码：${name}:${label}:dict=编码`);
  if (kind === 'account' && !name.endsWith('Id')) throw new Failure(`账号字段的名称应以 Id 结尾：${name}Id`);
  const wrong = marks.find((mark) => !['required', 'search', 'unique'].includes(mark));
  if (wrong !== undefined) throw new Failure(`字段 ${name} 的“${wrong}”不是 required、search、unique 之一`);
  return { name, label, kind, dict, marks };
}

function dictOf(text) {
  const [code, name, items] = text.split(':');
  const pairs = (items ?? '').split(',').map((item) => item.split('='));
  if (!code || !name || pairs.some((pair) => pair.length !== 2)) throw new Failure(`字典写法不正确：${text}\n\n${USAGE}`);
  return { code, name, items: pairs };
}

/** What was asked for, from the words of the command line. */
export function askedFor(words) {
  const plain = [];
  const options = { dict: [] };
  for (let at = 0; at < words.length; at++) {
    if (!words[at].startsWith('--')) plain.push(words[at]);
    else if (words[at] === '--dict') options.dict.push(dictOf(words[++at] ?? ''));
    else options[words[at].slice(2)] = words[++at];
  }
  const [module, entity, label, ...fields] = plain;
  if (!module || !/^[a-z][A-Za-z0-9]*$/.test(entity ?? '') || !label || fields.length === 0 || !options.under) throw new Failure(USAGE);
  const asked = { module, entity, label, fields: fields.map(fieldOf), under: options.under, dicts: options.dict };
  const nameField = asked.fields.find(({ kind, marks }) => kind === 'text' && marks.includes('required'));
  if (!nameField) throw new Failure('至少要有一个必填的文字字段，作为人们称呼记录的名称：name:名称:text:required');
  // permissions and calls are named after the menu that the page stands under: /basic/system → system:asset, /system/assets
  const area = asked.under.split('/').at(-1);
  return {
    ...asked,
    nameField: nameField.name,
    icon: options.icon ?? 'FolderOutlined',
    sort: Number(options.sort ?? 50),
    code: `${area}:${entity}`,
    table: `${module === 'system' ? 'sys' : snake(module)}_${snake(entity)}`,
    base: `/${area}/${plural(entity)}`,
  };
}

const camelTable = (table) => table.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());

function contractText({ entity, label, code, base, fields }) {
  const line = ({ name, label: title, kind, dict, marks }) => {
    const said = marks.map((mark) => `${mark}: true`).join(', ');
    const words = [quoted(title), ...(dict ? [quoted(dict)] : []), ...(said ? [`{ ${said} }`] : [])];
    return `  ${name}: ${kind}Field(${words.join(', ')}),`;
  };
  const makers = [...new Set(fields.map(({ kind }) => `${kind}Field`))].sort();
  return `import { entityRoutes, ${makers.join(', ')} } from '#kit/contract/entity-fields.ts';
import { defineContract } from '#kit/contract/route.ts';

/** Fields of ${label}, for calls, list, form and workbook. */
export const ${entity}Fields = {
${fields.map(line).join('\n')}
};

/** ${label} */
export const ${entity} = defineContract(entityRoutes(${quoted(base)}, ${quoted(label)}, ${quoted(code)}, ${entity}Fields));
`;
}

const SQL_TYPES = { text: 'text', area: 'text', number: 'integer', day: 'date', dict: 'text', account: 'text' };

function migrationText({ table, label, fields }) {
  const columns = fields.map(
    ({ name, kind, marks }) => `  ${snake(name)} ${SQL_TYPES[kind]}${marks.includes('required') ? ' not null' : ''},`,
  );
  const unique = fields
    .filter(({ marks }) => marks.includes('unique'))
    .map(({ name }) => `create unique index ${table}__${snake(name)} on ${table} (${snake(name)}) where deleted_at is null;\n`);
  return `create table ${table} (
  id text primary key,
  version integer not null default 0,
${columns.join('\n')}
  create_by text,
  create_time timestamptz not null default now(),
  update_by text,
  update_time timestamptz not null default now(),
  create_dept text,
  deleted_at timestamptz
);
comment on table ${table} is '${label.replaceAll("'", "''")}';
${unique.join('')}create index ${table}__create_time on ${table} (create_time desc, id desc) where deleted_at is null;
create index ${table}__deleted_at on ${table} (deleted_at desc, id desc) where deleted_at is not null;
`;
}

function serverText({ module, entity, label, code, table, nameField, under, icon, sort, dicts }) {
  const dictText = dicts.map(
    ({ code: dict, name, items }) =>
      `    { code: ${quoted(dict)}, name: ${quoted(name)}, items: [${items.map(([item, text]) => `[${quoted(item)}, ${quoted(text)}]`).join(', ')}] },`,
  );
  return `import { plainEntity } from '#kit/server/plain-entity.ts';
import { dictItems } from ${module === 'system' ? "'./dicts.ts'" : "'#modules/system/server/index.ts'"};
import { ${entity}, ${entity}Fields } from '../contract/${kebab(entity)}.ts';

/** ${label} */
export const ${plural(entity)} = plainEntity(${entity}, {
  table: ${quoted(camelTable(table))},
  fields: ${entity}Fields,
  label: ${quoted(label)},
  code: ${quoted(code)},
  nameField: ${quoted(nameField)},
  menu: { under: ${quoted(under)}, page: ${quoted(entity)}, icon: ${quoted(icon)}, sort: ${sort} },${
    dicts.length > 0 ? `\n  dicts: [\n${dictText.join('\n')}\n  ],` : ''
  }
  readDict: dictItems,
});
`;
}

function pageText({ module, entity, label, nameField, fields }) {
  const hasAccount = fields.some(({ kind }) => kind === 'account');
  const select = module === 'system' ? './user/AccountSelect.tsx' : '#modules/system/web/parts.ts';
  return `import { createClient } from '#kit/web/client.ts';
import { defineEntityPage } from '#kit/web/entity-page/define-entity-page.tsx';
import { pageFields } from '#kit/web/entity-page/fields.tsx';
import { send } from '#kit/web/send.ts';
${hasAccount ? `import { AccountSelect } from '${select}';\n` : ''}import { ${entity}, ${entity}Fields } from '../contract/${kebab(entity)}.ts';

const api = createClient({ ${entity} }, send);

export default defineEntityPage({
  title: ${quoted(`${label}管理`)},
  api: api.${entity},
  nameField: ${quoted(nameField)},
  ...pageFields(${entity}Fields${hasAccount ? ', { accounts: AccountSelect }' : ''}),
});
`;
}

const SAMPLES = {
  text: ({ name }) => `\`${name}\${n}\``,
  area: () => "'备注'",
  number: () => 'n',
  day: () => "'2026-01-31'",
  account: () => 'null',
};

function testText({ module, entity, code, base, fields, nameField, dicts }) {
  const itemOf = (dict) => dicts.find((one) => one.code === dict)?.items[0]?.[0] ?? '1';
  const sample = fields.map(({ name, kind, dict, marks }) => {
    if (kind === 'account' && marks.includes('required')) return `${name}: 'admin'`;
    return `${name}: ${kind === 'dict' ? quoted(itemOf(dict)) : SAMPLES[kind]({ name })}`;
  });
  const unique = fields.find(({ marks }) => marks.includes('unique'));
  return `import { expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { itKeepsCrudPromises } from '#kit/test/crud.ts';

const app = startApp();
const sample = (n: number) => ({ ${sample.join(', ')} });

itKeepsCrudPromises(app, {
  base: ${quoted(base)},
  code: ${quoted(code)},
  sample,${unique ? `\n  duplicate: ${quoted(`${unique.label}已存在`)},` : ''}
});

it('has a menu whose buttons are its permissions', async () => {
  const { data } = await app.admin('GET', '/system/menus/tree');
  expect(JSON.stringify(data)).toContain(${quoted(`${code}:import`)});
});

it('comes back from the recycle bin', async () => {
  const { id } = (await app.admin('POST', ${quoted(base)}, sample(700))).data;
  await app.admin('DELETE', \`${base}/\${id}\`);
  const items = [{ entity: ${quoted(camelTable(tableOf({ module, entity })))}, id }];
  expect((await app.admin('POST', '/system/recycle/restore', { items })).status).toBe(200);
  expect((await app.admin('GET', \`${base}/\${id}\`)).data.${nameField}).toBe(sample(700).${nameField});
});

it('gives its rows and a template as workbooks', async () => {
  for (const path of ['export', 'import/template']) expect((await app.admin('POST', \`${base}/\${path}\`, {})).status, path).toBe(200);
});
`;
}
const tableOf = ({ module, entity }) => `${module === 'system' ? 'sys' : snake(module)}_${snake(entity)}`;

/** The new files: path → text. */
export function newFiles(asked) {
  const at = `modules/${asked.module}`;
  const folder = join(root, at, 'server/migrations');
  const last = readdirSync(folder).reduce((most, name) => Math.max(most, Number(/^(\d{4})/.exec(name)?.[1] ?? 0)), 0);
  const number = String(last + 1).padStart(4, '0');
  return new Map([
    [`${at}/contract/${kebab(asked.entity)}.ts`, contractText(asked)],
    [`${at}/server/migrations/${number}_${snake(asked.entity)}.sql`, migrationText(asked)],
    [`${at}/server/${kebab(plural(asked.entity))}.ts`, serverText(asked)],
    [`${at}/server/${kebab(plural(asked.entity))}.test.ts`, testText(asked)],
    [`${at}/web/${pascal(asked.entity)}Page.tsx`, pageText(asked)],
  ]);
}

/** server/index.ts with the entity in its list. */
export function withEntity(text, { entity }) {
  const name = plural(entity);
  const imported = text.replace(
    /(import \{[^}]*\bdefineServerModule\b[^}]*\} from '#kit\/server\/module\.ts';\n)/,
    `$1import { ${name} } from './${kebab(name)}.ts';\n`,
  );
  const listed = /\n {2}entities: \[/.test(imported)
    ? imported.replace(/\n {2}entities: \[/, `\n  entities: [${name}, `)
    : imported.replace(/(defineServerModule\(\{[\s\S]*?)\n {2}routes: \[/, `$1\n  entities: [${name}],\n  routes: [`);
  if (listed === imported || imported === text) throw new Failure('server/index.ts 的写法不认识，请手工加入 entities');
  return listed;
}

/** web/index.ts with the page under its key. */
export function withPage(text, { under, entity }) {
  const next = text.replace(
    /(export const pages = \{\n)/,
    `$1  '${under.slice(1)}/${entity}/index': () => import('./${pascal(entity)}Page.tsx'),\n`,
  );
  if (next === text) throw new Failure('web/index.ts 的写法不认识，请手工加入页面');
  return next;
}

function assertFits(asked) {
  const module = readModules().find(({ name }) => name === asked.module);
  if (!module)
    throw new Failure(
      `没有模块 ${asked.module}：${readModules()
        .map(({ name }) => name)
        .join('、')}`,
    );
  if (module.migrations !== asked.module || !existsSync(join(root, `modules/${asked.module}/server/migrations`)))
    throw new Failure(`模块 ${asked.module} 没有自己的升级脚本目录`);
  if (asked.module !== 'system' && !module.needs.includes('system')) throw new Failure(`模块 ${asked.module} 的 needs 中没有 system`);
  const icons = [...readFileSync(join(root, 'kit/contract/menu-icons.ts'), 'utf8').matchAll(/'(\w+)'/g)].map((match) => match[1]);
  if (!icons.includes(asked.icon)) throw new Failure(`菜单没有图标 ${asked.icon}，可用：${icons.join('、')}`);
}

export async function main(words) {
  const asked = askedFor(words);
  assertFits(asked);
  const files = newFiles(asked);
  for (const path of files.keys()) if (existsSync(join(root, path))) throw new Failure(`${path} 已存在`);
  const edited = new Map([
    [`modules/${asked.module}/server/index.ts`, withEntity],
    [`modules/${asked.module}/web/index.ts`, withPage],
  ]);
  for (const [path, edit] of edited) files.set(path, edit(readFileSync(join(root, path), 'utf8'), asked));
  const glossary = 'docs/GLOSSARY.md';
  const row = `| ${asked.label} | ${asked.entity} | (say what it is) (\`${asked.table}\`) | |\n`;
  files.set(
    glossary,
    readFileSync(join(root, glossary), 'utf8').replace(/\n\nAbbreviations/, () => `\n${row}\nAbbreviations`),
  );
  for (const [path, text] of files) writeFileSync(join(root, path), text);
  const sentence = '没有完成，请看上面的信息';
  const bin = (name) => join(root, 'node_modules/.bin', name);
  await run(bin('tsx'), ['tools/db-types.ts'], { sentence });
  await run(
    bin('oxfmt'),
    [...files.keys()].filter((path) => /\.tsx?$/.test(path)),
    { sentence },
  );
  console.log(`${asked.label}：\n${[...files.keys(), 'kit/server/db/tables.ts'].map((path) => `  ${path}`).join('\n')}
接下来：在 docs/GLOSSARY.md 写一句说明，运行 npm run check，启动后看页面 ${asked.under}/${asked.entity}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  main(process.argv.slice(2)).catch((error) => {
    console.error(error instanceof Failure ? error.sentence : error);
    process.exitCode = 1;
  });
