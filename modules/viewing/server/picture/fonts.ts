import { readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '#kit/contract/errors.ts';
import type { App } from '#kit/server/ctx.ts';

/** Where systems keep their fonts; the product's own folder comes first. */
const FOLDERS = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.local/share/fonts'),
  '/System/Library/Fonts',
  '/Library/Fonts',
  'C:\\Windows\\Fonts',
];
/** Files of fonts with Chinese signs, those that draw screens best first: by name, with the family inside. */
const KNOWN: readonly (readonly [file: RegExp, family: string])[] = [
  [/^NotoSansCJK(sc)?-(Regular|VF)\./i, 'Noto Sans CJK SC'],
  [/^(NotoSansSC|NotoSansCJKsc)/i, 'Noto Sans SC'],
  [/^SourceHanSans/i, 'Source Han Sans SC'],
  [/^msyh\./i, 'Microsoft YaHei'],
  [/^PingFang/i, 'PingFang SC'],
  [/^(wqy-microhei|wqy-zenhei)/i, 'WenQuanYi Micro Hei'],
  [/^(Hiragino Sans GB|STHeiti)/i, 'Hiragino Sans GB'],
  [/^(simhei|simsun)\./i, 'SimHei'],
];

export interface ChineseFont {
  readonly file: string;
  readonly family: string;
}

async function filesIn(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile() && /\.(ttf|ttc|otf)$/i.test(entry.name)).map((entry) => join(entry.parentPath, entry.name));
}
const nameOf = (path: string): string => path.split(/[\\/]/).at(-1)!;

async function lookFor(own: string): Promise<ChineseFont | null> {
  // whatever somebody put into the folder of the product is meant
  const [given] = await filesIn(own);
  if (given) return { file: given, family: KNOWN.find(([name]) => name.test(nameOf(given)))?.[1] ?? nameOf(given).replace(/\.\w+$/, '') };
  const all = (await Promise.all(FOLDERS.map(filesIn))).flat();
  for (const [name, family] of KNOWN) {
    const file = all.find((path) => name.test(nameOf(path)));
    if (file) return { file, family };
  }
  return null;
}

let known: Promise<ChineseFont | null> | undefined;

/** A font of this server that has Chinese signs. Throws rule.broken where there is none: a picture of empty boxes helps nobody. */
export async function chineseFont(app: App): Promise<ChineseFont> {
  known ??= lookFor(join(app.settings.dataDir, 'fonts'));
  const font = await known;
  if (font) return font;
  known = undefined;
  throw new AppError('rule.broken', '服务器没有中文字体，不能绘制图片：请管理员安装中文字体，或把字体文件放入数据目录下的 fonts 目录');
}
