// The part of npm start that may use modern syntax.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { install, run } from './install.mjs';
import { root } from './modules.mjs';
import { buildHash, isBuilt, missingPackages } from './stamp.mjs';

process.chdir(root); // relative settings such as DATA_DIR=./data mean this folder, wherever we were called from
const mustBuild = !isBuilt(buildHash());
const missing = missingPackages({ all: mustBuild });
if (missing.length > 0) {
  console.log(
    missing[0] === 'node_modules' ? '首次启动：正在安装依赖，约需一分钟 …' : `依赖有变化（${missing.length} 个），正在重新安装 …`,
  );
  await install();
}
if (mustBuild) await run(process.execPath, [join(root, 'tools/build.mjs')], { sentence: '构建失败，请把上面的错误信息发给维护人员。' });

await import(pathToFileURL(join(root, 'dist/server/main.mjs')).href);
