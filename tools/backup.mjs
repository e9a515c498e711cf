// npm run backup -- FILE, npm run restore -- FILE: builds what is stale, then runs the command on the settings of this environment.
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, run } from './install.mjs';
import { root } from './modules.mjs';
import { buildHash, isBuilt, missingPackages } from './stamp.mjs';

const [, , command, file] = process.argv;
const path = file ? resolve(process.env.INIT_CWD ?? process.cwd(), file) : undefined; // as the person meant it, wherever npm runs us
process.chdir(root);
try {
  const mustBuild = !isBuilt(buildHash());
  if (missingPackages({ all: mustBuild }).length > 0) await install();
  if (mustBuild) await run(process.execPath, [join(root, 'tools/build.mjs')], { sentence: '构建失败，请把上面的错误信息发给维护人员。' });
  const { main } = await import(pathToFileURL(join(root, 'dist/server/backup.mjs')).href);
  process.exitCode = await main(command, path);
} catch (error) {
  console.error(error && error.sentence ? error.sentence : error);
  process.exitCode = 1;
}
