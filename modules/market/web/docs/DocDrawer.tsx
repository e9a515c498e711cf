import { DownloadOutlined } from '@ant-design/icons';
import { Button, Drawer, Segmented, Tabs } from 'antd';
import { useState } from 'react';
import { Can } from '#kit/web/can.tsx';
import { download } from '#kit/web/send.ts';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import { useReturnFocus } from '#kit/web/use-return-focus.ts';
import { SIGN_MODES, type SignMode } from '../../core/signing.ts';
import { api as calls } from '../api.ts';
import { CopyButton } from '../CopyButton.tsx';
import { JsonText } from '../debug/JsonText.tsx';
import { hereText, saveText } from './here.ts';

interface DocumentedApi {
  id: string;
  apiName: string;
  apiVersion: string;
  reqMethod: string;
  status: string;
}
const WIDTH = 820;
const signModes = (Object.keys(SIGN_MODES) as SignMode[]).map((value) => ({ value, label: SIGN_MODES[value] }));

/** 示例: how an API is called, and its document. */
export function DocDrawer({ api, onClose }: { api: DocumentedApi; onClose: () => void }) {
  useReturnFocus();
  const [tab, setTab] = useState('samples');
  return (
    <Drawer open size={WIDTH} title={`${api.apiName} ${api.apiVersion} 调用示例与文档`} onClose={onClose} className="market-drawer">
      <Tabs
        activeKey={tab}
        onChange={setTab}
        items={[
          { key: 'samples', label: '调用示例', children: <Samples api={api} /> },
          { key: 'openapi', label: 'OpenAPI 3.1', children: <Document api={api} /> },
        ]}
      />
    </Drawer>
  );
}

function WordButton({ api: { id, apiName, apiVersion } }: { api: DocumentedApi }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await download(calls.dataApi.word, { params: { id } }, `${apiName}-${apiVersion}.docx`);
    } catch {
      // the request layer has shown the error
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" icon={<DownloadOutlined />} loading={isBusy} onClick={() => void save()}>
      Word 文档
    </Button>
  );
}

function Samples({ api }: { api: DocumentedApi }) {
  const example = useCall(calls.dataApi.example, { params: { id: api.id } });
  const [language, setLanguage] = useState('curl');
  const [mode, setMode] = useState<SignMode>('none');
  if (example.isError) return <StateView kind="error" error={example.error} onRetry={() => void example.refetch()} />;
  if (!example.data) return <StateView kind="loading" rows={6} />;
  const address = hereText(example.data.address);
  const samples = example.data.signed.find(({ signMode }) => signMode === mode)?.samples ?? example.data.samples;
  return (
    <div className="market-docs">
      {api.status !== '2' && <p className="market-note">这个版本还没有发布或已下线，发布后才能调用。</p>}
      <div className="market-address">
        <Tag tone="line">{api.reqMethod}</Tag>
        <span className="mono">{address}</span>
        <CopyButton size="small" text={address} what="调用地址" />
        <Can call={calls.dataApi.word}>
          <WordButton api={api} />
        </Can>
      </div>
      <p className="muted">请求头 api_key 携带应用的密钥：在“应用与密钥”生成，应用订阅这个API并通过审批后可以调用。</p>
      <div className="market-inline">
        <Segmented<SignMode> size="small" aria-label="认证方式" options={signModes} value={mode} onChange={setMode} />
        {mode !== 'none' && <span className="muted">签名密钥不随请求传输；时间与平台相差不超过5分钟，随机数不可重复</span>}
      </div>
      <Tabs
        size="small"
        activeKey={language}
        onChange={setLanguage}
        items={samples.map((sample) => ({
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
        }))}
      />
    </div>
  );
}

function Document({ api }: { api: DocumentedApi }) {
  const document = useCall(calls.dataApi.openapi, { params: { id: api.id } });
  if (document.isError) return <StateView kind="error" error={document.error} onRetry={() => void document.refetch()} />;
  if (!document.data) return <StateView kind="loading" rows={8} />;
  // who reads it elsewhere has to know where the paths stand
  const text = JSON.stringify({ ...(document.data as object), servers: [{ url: window.location.origin }] }, null, 2);
  return (
    <div className="market-docs">
      <div className="market-inline">
        <span className="muted">可导入 Postman、Apifox 或用来生成客户端代码</span>
        <span className="grow" />
        <CopyButton size="small" text={text} what="文档" />
        <Button size="small" icon={<DownloadOutlined />} onClick={() => saveText(text, `${api.apiName}-${api.apiVersion}.openapi.json`)}>
          下载
        </Button>
      </div>

      <JsonText text={text} label="OpenAPI 文档" />
    </div>
  );
}
