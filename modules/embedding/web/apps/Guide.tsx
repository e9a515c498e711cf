import { useMemo } from 'react';

interface Props {
  app: { id: string; contents: readonly { key: string; entity: string }[] };
}

/** How a host embeds: the token that its server signs, and what its page does. */
export function Guide({ app }: Props) {
  const { server, page } = useMemo(() => {
    const [first] = app.contents;
    const [type, id] = (first?.key ?? 'board:内容编号').split(':');
    return {
      server: `const now = Math.floor(Date.now() / 1000);
const claims = {
  iss: '${app.id}', aud: 'databrain-embed', iat: now, exp: now + 300,
  resource: { type: '${type}', id: '${id}' },
  filters: { 地区: ['华东'] }, // 查看者不能改变的筛选，可省略
};
const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const signed = part({ alg: 'HS256', typ: 'JWT' }) + '.' + part(claims);
const token = signed + '.' + createHmac('sha256', SECRET).update(signed).digest('base64url');`,
      page: `<div id="board"></div>
<script src="${window.location.origin}/sdk/databrain-embed.js"></script>
<script>
  Databrain.embed({
    container: '#board',
    getToken: () => fetch('/embed-token').then((reply) => reply.text()),
  });
</script>`,
    };
  }, [app]);
  return (
    <section className="embed-section" aria-label="接入方法">
      <h3>
        接入方法 <small>令牌由嵌入方的服务器签名，有效期不超过 10 分钟</small>
      </h3>
      <h4>服务器（Node.js）</h4>
      <pre className="embed-code">{server}</pre>
      <h4>页面</h4>
      <pre className="embed-code">{page}</pre>
    </section>
  );
}
