import type { DocumentedApi } from './openapi.ts';
import { callOfApi, quoted, shellQuoted, type Sample, type SampleCall } from './samples.ts';
import { digestName, SIGN_HEADERS, type SignMode } from './signing.ts';

/*
 * How an API is called with a key that signs. Nothing of an address is encoded twice: what is signed is what is sent.
 */

const KEY = 'ak_您的密钥编号';
const SECRET = 'sk_您的签名密钥';

interface Request {
  readonly origin: string;
  readonly prefix: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly hash: 'sha256' | 'sm3';
  readonly answer: readonly string[];
}

function curl({ origin, prefix, method, path, query, body, hash }: Request): string {
  const url = `"${origin}${prefix}$path${query ? '?$query' : ''}"`;
  return [
    `secret=${shellQuoted(SECRET)}`,
    `path=${shellQuoted(path)}`,
    `query=${shellQuoted(query)}`,
    `body=${shellQuoted(body)}`,
    'timestamp="$(date +%s)000"',
    'nonce=$(openssl rand -hex 16)',
    `sorted=$(printf '%s' "$query" | tr '&' '\\n' | LC_ALL=C sort | paste -sd '&' -)`,
    `digest=$(printf '%s' "$body" | openssl dgst -${hash} -r | cut -d' ' -f1)`,
    `signature=$(printf '%s\\n%s\\n%s\\n%s\\n%s\\n%s' ${method} "$path" "$sorted" "$digest" "$timestamp" "$nonce" \\`,
    `  | openssl dgst -${hash} -hmac "$secret" -r | cut -d' ' -f1)`,
    `curl ${method === 'POST' ? '-X POST ' : ''}${url} -H 'api_key: ${KEY}' \\`,
    `  -H "${SIGN_HEADERS.timestamp}: $timestamp" -H "${SIGN_HEADERS.nonce}: $nonce" -H "${SIGN_HEADERS.signature}: $signature"${
      method === 'POST' ? ` \\\n  -H 'Content-Type: application/json' -d "$body"` : ''
    }`,
  ].join('\n');
}

function java({ origin, prefix, method, path, query, body, hash }: Request): string {
  const mac = hash === 'sm3' ? '"HmacSM3", "BC"' : '"HmacSHA256"';
  const digest = hash === 'sm3' ? '"SM3", "BC"' : '"SHA-256"';
  return [
    ...(hash === 'sm3' ? ['// SM3 由 Bouncy Castle 提供：Security.addProvider(new BouncyCastleProvider());'] : []),
    `String path = ${quoted(path)}, query = ${quoted(query)}, body = ${quoted(body)};`,
    'String timestamp = String.valueOf(System.currentTimeMillis());',
    'String nonce = UUID.randomUUID().toString();',
    'String sorted = Arrays.stream(query.split("&")).filter(p -> !p.isEmpty()).sorted().collect(Collectors.joining("&"));',
    `byte[] digest = MessageDigest.getInstance(${digest}).digest(body.getBytes(StandardCharsets.UTF_8));`,
    `String text = String.join("\\n", "${method}", path, sorted, HexFormat.of().formatHex(digest), timestamp, nonce);`,
    `Mac mac = Mac.getInstance(${mac});`,
    `mac.init(new SecretKeySpec(${quoted(SECRET)}.getBytes(StandardCharsets.UTF_8), mac.getAlgorithm()));`,
    'String signature = HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));',
    'HttpRequest request = HttpRequest.newBuilder()',
    `    .uri(URI.create(${quoted(origin + prefix)} + path${query ? ' + "?" + query' : ''}))`,
    `    .header("api_key", ${quoted(KEY)})`,
    `    .header("${SIGN_HEADERS.timestamp}", timestamp).header("${SIGN_HEADERS.nonce}", nonce).header("${SIGN_HEADERS.signature}", signature)`,
    ...(method === 'POST'
      ? ['    .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body))']
      : ['    .GET()']),
    '    .build();',
    'String answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body();',
  ].join('\n');
}

function python({ origin, prefix, method, path, query, body, hash, answer }: Request): string {
  return [
    'import hashlib, hmac, json, time, urllib.request, uuid',
    '',
    `path, query, body = ${quoted(path)}, ${quoted(query)}, ${quoted(body)}.encode()`,
    'timestamp, nonce = str(int(time.time() * 1000)), uuid.uuid4().hex',
    'ordered = "&".join(sorted(part for part in query.split("&") if part))',
    `digest = hashlib.new("${hash}", body).hexdigest()`,
    `text = "\\n".join(["${method}", path, ordered, digest, timestamp, nonce])`,
    `signature = hmac.new(${quoted(SECRET)}.encode(), text.encode(), "${hash}").hexdigest()`,
    'request = urllib.request.Request(',
    `    ${quoted(origin + prefix)} + path${query ? ' + "?" + query' : ''},`,
    ...(method === 'POST' ? ['    data=body,'] : []),
    '    headers={',
    `        "api_key": ${quoted(KEY)},`,
    `        "${SIGN_HEADERS.timestamp}": timestamp,`,
    `        "${SIGN_HEADERS.nonce}": nonce,`,
    `        "${SIGN_HEADERS.signature}": signature,`,
    ...(method === 'POST' ? ['        "Content-Type": "application/json",'] : []),
    '    },',
    ')',
    `print(json.load(urllib.request.urlopen(request, timeout=30))${answer.map((name) => `["${name}"]`).join('')})`,
  ].join('\n');
}

function javascript({ origin, prefix, method, path, query, body, hash, answer }: Request): string {
  return [
    "import { createHash, createHmac, randomUUID } from 'node:crypto';",
    '',
    `const [path, query, body] = [${quoted(path)}, ${quoted(query)}, ${quoted(body)}];`,
    'const [timestamp, nonce] = [String(Date.now()), randomUUID()];',
    "const sorted = query.split('&').filter(Boolean).sort().join('&');",
    `const digest = createHash('${hash}').update(body).digest('hex');`,
    `const text = ['${method}', path, sorted, digest, timestamp, nonce].join('\\n');`,
    `const signature = createHmac('${hash}', ${quoted(SECRET)}).update(text).digest('hex');`,
    `const answer = await fetch(${quoted(origin + prefix)} + path${query ? " + '?' + query" : ''}, {`,
    `  method: '${method}',`,
    '  headers: {',
    `    api_key: ${quoted(KEY)},`,
    `    '${SIGN_HEADERS.timestamp}': timestamp,`,
    `    '${SIGN_HEADERS.nonce}': nonce,`,
    `    '${SIGN_HEADERS.signature}': signature,`,
    ...(method === 'POST' ? ["    'content-type': 'application/json',"] : []),
    '  },',
    ...(method === 'POST' ? ['  body,'] : []),
    '});',
    `console.log((await answer.json()).${answer.join('.')});`,
  ].join('\n');
}

/** Samples of an API for keys that sign with one of the two digests. */
export const signedSamplesOf = (api: DocumentedApi, mode: Exclude<SignMode, 'none'>): Sample[] => signedSamplesFor(callOfApi(api), mode);

/** A call in four languages, with a key that signs. */
export function signedSamplesFor(
  { method, path: whole, values, answer }: SampleCall,
  mode: Exclude<SignMode, 'none'>,
  origin = 'http://服务地址',
): Sample[] {
  const isPost = method === 'POST';
  const cut = whole.indexOf('/data/');
  const request: Request = {
    origin,
    prefix: whole.slice(0, cut),
    method,
    path: whole.slice(cut),
    query: isPost ? '' : String(new URLSearchParams(values)),
    body: isPost ? JSON.stringify(values) : '',
    hash: digestName(mode),
    answer,
  };
  return [
    { language: 'curl', text: curl(request) },
    { language: 'Java', text: java(request) },
    { language: 'Python', text: python(request) },
    { language: 'JavaScript', text: javascript(request) },
  ];
}
