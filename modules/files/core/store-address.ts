/** Location of the file store, from the variable FILE_STORE. */
export type StoreAddress = { readonly kind: 'local' } | S3Address;

export interface S3Address {
  readonly kind: 's3';
  readonly accessKey: string;
  readonly host: string;
  /** null = the usual one of the protocol */
  readonly port: number | null;
  readonly tls: boolean;
  readonly bucket: string;
  /** '' or a folder that ends with a slash */
  readonly prefix: string;
  readonly region: string;
  /** `path`: /bucket/name at the host, `virtual`: /name at bucket.host */
  readonly style: 'path' | 'virtual';
}

const FORM = 's3://访问密钥编号@主机[:端口]/存储桶[/目录]?region=区域&style=path|virtual&tls=on|off';
const wrong = (why: string): Error => new Error(`环境变量 FILE_STORE ${why}，应为 local 或 ${FORM}，密钥放在 FILE_STORE_SECRET`);

const OPTIONS = new Set(['region', 'style', 'tls']);

function oneOf<T extends string>(value: string | null, allowed: readonly [T, ...T[]], name: string): T {
  if (value === null) return allowed[0];
  if (!(allowed as readonly string[]).includes(value)) throw wrong(`的 ${name} 只能是 ${allowed.join('、')}`);
  return value as T;
}

/** Reads FILE_STORE. Throws an Error with one Chinese sentence that never repeats the value: it may hold a secret in the wrong place. */
export function parseStoreAddress(text: string): StoreAddress {
  if (text === 'local') return { kind: 'local' };
  if (!text.startsWith('s3://')) throw wrong('无法识别');
  let url: URL;
  try {
    // http is a scheme whose authority every URL parser splits alike
    url = new URL(`http://${text.slice('s3://'.length)}`);
  } catch {
    throw wrong('格式不正确');
  }
  if (url.password) throw new Error('环境变量 FILE_STORE 中不要写密钥，请改用环境变量 FILE_STORE_SECRET');
  if (!url.username) throw wrong('缺少访问密钥编号');
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) throw wrong('的存储桶名称不正确');
  if (!folders.every((folder) => /^[A-Za-z0-9_.-]+$/.test(folder) && !/^\.+$/.test(folder)))
    throw wrong('的目录只能由字母、数字、下划线、点和短横线组成');
  const unknown = [...url.searchParams.keys()].find((name) => !OPTIONS.has(name));
  if (unknown !== undefined) throw wrong('含有不支持的选项');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw wrong('的 region 不正确');
  const tls = oneOf(url.searchParams.get('tls'), ['on', 'off'], 'tls') === 'on';
  return {
    kind: 's3',
    accessKey: decodeURIComponent(url.username),
    host: url.hostname,
    // :80 was dropped as the usual port of http
    port: url.port ? Number(url.port) : /:80(?:\/|$)/.test(text) ? 80 : null,
    tls,
    bucket,
    prefix: folders.length > 0 ? `${folders.join('/')}/` : '',
    region,
    style: oneOf(url.searchParams.get('style'), ['path', 'virtual'], 'style'),
  };
}
