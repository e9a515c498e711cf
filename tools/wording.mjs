// One word for one thing in what people read: the words refused here have another that is used everywhere.
// Texts that were stored (upgrade scripts, data of others) stay. Run: npm run wording
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './modules.mjs';
import { sourceFiles } from './source-files.mjs';

/** `use` is what to write instead; `except` takes paths out. */
export const WORDS = [
  { refuse: /酷屏/, use: '大屏' },
  { refuse: /(?:元数据|可视化|统计)看板/, use: '概览（看板是由图表拼成的页面）' },
  { refuse: /拷贝/, use: '复制' },
  { refuse: /(?:label|title|name): '编辑'|>编辑<|^\s*编辑$/, use: '修改' },
  { refuse: /停用/, use: '禁用', except: /\/demo\/|^demo\/|^modules\/projects\/core\/area-(?:file|diff\.test)\.ts$/ },
  { refuse: /(?<!重)新建(?!区)/, use: '新增' },
  { refuse: /电子邮件/, use: '电子邮箱（地址），邮件（信件）' },
  { refuse: /登录用户(?=['"`<])|登录名|帐号|帐户|登陆/, use: '用户名（登录用的名称），账号' },
  { refuse: /日志管理/, use: '任务日志' },
  { refuse: /数据源时效/, use: '数据源新鲜度' },
  { refuse: /补录/, use: '手工补充', except: /warehouse\// },
  { refuse: /来历/, use: '来源' },
  { refuse: /(?<![读抽])取数(?!据)/, use: '查询数据', except: /\/demo\/|^demo\// },
  { refuse: /他人与系统/, use: '其他人和系统' },
  { refuse: /有效期止/, use: '有效期至', except: /warehouse\/|\/human\.ts$/ },
  { refuse: /SQL 工作台/, use: 'SQL工作台' },
  {
    refuse: /(?<!行)过滤(?!器)/,
    use: '筛选（行过滤是授权的条件）',
    except: /^(?!modules\/(?:library|datasets|charts|boards|screens|viewing)\/)/,
  },
  { refuse: /查找/, use: '搜索', except: /search\/letters\.ts$/ },
  { refuse: /评论/, use: '批注' },
  { refuse: /单击/, use: '点击' },
  { refuse: /文件夹/, use: '目录' },
  { refuse: /选项卡/, use: '页签' },
  { refuse: /登出/, use: '退出登录' },
  { refuse: /其它|缺省|模版|阀值/, use: '其他，默认，模板，阈值' },
  { refuse: /口令/, use: '密码（备份的口令除外）', except: /backup|secret-box\.test|^kit\/test\// },
  { refuse: /okText(?:: |=)(?:['"]确定['"]|\{?uiTexts\.ok)/, use: '动词（删除、保存、发布）', except: /^kit\/web\/dialog\.tsx$/ },
  { refuse: /[「」『』]/, use: '“ ”', except: /^modules\/notices\/core\// },
];

/** The refused words of one file, one entry per line. */
export function refusedWords(path, text) {
  const found = [];
  const rules = WORDS.filter((rule) => !rule.except?.test(path));
  text.split('\n').forEach((line, index) => {
    for (const { refuse, use } of rules) {
      const hit = refuse.exec(line);
      if (hit) found.push({ path, line: index + 1, word: hit[0].trim(), use });
    }
  });
  return found;
}

function main() {
  const bad = [];
  for (const path of sourceFiles(['app', 'demo', 'kit', 'modules', 'tests'], /\.tsx?$/)) {
    const text = readFileSync(join(root, path), 'utf8');
    if (text.startsWith('// Generated')) continue;
    bad.push(...refusedWords(path, text).map(({ line, word, use }) => `${path}:${line}: “${word}” → ${use}`));
  }
  for (const line of bad) console.log(line);
  console.log(`wording: ${WORDS.length} rules, ${bad.length} to mend`);
  process.exitCode = bad.length > 0 ? 1 : 0;
}

if (import.meta.filename === process.argv[1]) main();
