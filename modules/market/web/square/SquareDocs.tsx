import { DownloadOutlined } from '@ant-design/icons';
import { Button, Select, Tabs } from 'antd';
import { useState } from 'react';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { api } from '../api.ts';
import { CopyButton } from '../CopyButton.tsx';
import { JsonText } from '../debug/JsonText.tsx';
import { hereText, saveText } from '../docs/here.ts';
import type { SquareApi } from './SquareDrawer.tsx';

const IN_FORCE = '2';

/** 调用文档: address, samples and the document of what an application may use. */
export function SquareDocs({ of }: { of: SquareApi }) {
  const address = hereText(of.address);
  return (
    <div className="market-docs">
      <div className="market-address">
        <Tag tone="line">{of.reqMethod}</Tag>
        <span className="mono">{address}</span>
        <CopyButton size="small" text={address} what="调用地址" />
      </div>
      <p className="muted">请求头 api_key 携带应用的密钥；应用订阅后，申请通过审批即可调用。</p>
      <Tabs
        size="small"
        items={[
          ...of.samples.map((sample) => ({
            key: sample.language,
            label: sample.language,
            children: (
              <div className="market-sample">
                <CopyButton size="small" text={hereText(sample.text)} what={`${sample.language} 示例`} />
                <pre className="market-pre mono" tabIndex={0} role="region" aria-label={`${sample.language} 示例`}>
                  {hereText(sample.text)}
                </pre>
              </div>
            ),
          })),
          { key: 'openapi', label: 'OpenAPI 3.1', children: <Document of={of} /> },
        ]}
      />
    </div>
  );
}

function Document({ of }: { of: SquareApi }) {
  const apps = of.subscriptions.filter(({ status }) => status === IN_FORCE);
  const [appId, setAppId] = useState(apps[0]?.appId);
  const document = useCall(api.square.openapi, { params: { id: of.id }, query: { appId } });
  if (document.isError) return <StateView kind="error" error={document.error} onRetry={() => void document.refetch()} />;
  if (!document.data) return <StateView kind="loading" rows={8} />;
  const text = JSON.stringify({ ...(document.data as object), servers: [{ url: window.location.origin }] }, null, 2);
  return (
    <>
      <div className="market-inline">
        {apps.length > 0 && (
          <Select
            size="small"
            aria-label="按应用的授权生成"
            value={appId ?? ''}
            options={[{ value: '', label: '全部字段' }, ...apps.map((one) => ({ value: one.appId, label: one.appName }))]}
            onChange={(id: string) => setAppId(id === '' ? undefined : id)}
            style={{ minWidth: 160 }}
          />
        )}
        <span className="muted">可导入 Postman、Apifox 或用来生成客户端代码</span>
        <span className="grow" />
        <CopyButton size="small" text={text} what="文档" />
        <Button size="small" icon={<DownloadOutlined />} onClick={() => saveText(text, `${of.apiName}-${of.apiVersion}.openapi.json`)}>
          下载
        </Button>
      </div>
      <JsonText text={text} label="OpenAPI 文档" />
    </>
  );
}
