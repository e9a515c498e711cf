import { UploadOutlined } from '@ant-design/icons';
import { Alert, Button, Input, Segmented, Select, Upload } from 'antd';
import { useState } from 'react';
import { toast } from '#kit/web/dialog.tsx';
import { Tag } from '#kit/web/Tag.tsx';
import { useWrite, type CallReply } from '#kit/web/use-call.ts';
import type { WebService } from '../../contract/service.ts';
import { Field, statusOf } from '../editor/parts.tsx';
import { api } from './api.ts';
import { withOperation, type Draft } from './draft.ts';
import { HostField } from './HostField.tsx';
import { ResultField, SecretPairs } from './HttpSection.tsx';
import type { SectionProps } from './ServiceEditor.tsx';

interface Props extends SectionProps {
  setDraft: (draft: Draft) => void;
}
/** 调用: a WSDL gives operations, one of them is the service; its message may be changed by hand. */
export function SoapSection({ draft, problems, change, setDraft }: Props) {
  const soap = draft.webService;
  return (
    <>
      <WsdlImport draft={draft} setDraft={setDraft} />
      {soap ? (
        <Message soap={soap} draft={draft} problems={problems} change={change} />
      ) : (
        <small className={problems.has('webService') ? 'market-bad' : 'muted'}>导入 WSDL 并选择一个操作后，报文和参数列在这里。</small>
      )}
    </>
  );
}

type Wsdl = CallReply<typeof api.service.wsdl>;
function WsdlImport({ draft, setDraft }: { draft: Draft; setDraft: (draft: Draft) => void }) {
  const [found, setFound] = useState<Wsdl | null>(null);
  const parse = useWrite(api.service.wsdl, { overlay: false, quiet: true });
  const read = (body: { wsdlText?: string; url: string | null }) => {
    parse.mutate({ body }, { onSuccess: setFound });
  };
  return (
    <fieldset className="service-pairs">
      <legend>WSDL</legend>
      <WsdlSources again={found ? null : (draft.webService?.wsdl ?? null)} isBusy={parse.isPending} onRead={read} />
      {parse.error && <Alert type="error" showIcon role="alert" title={parse.error.message} />}
      {found?.warnings.map((text) => (
        <Alert key={text} type="warning" showIcon title={text} />
      ))}
      {found && (
        <Select
          aria-label="操作"
          placeholder="请选择操作"
          showSearch={{ optionFilterProp: 'label' }}
          value={chosenOf(found, draft)}
          options={found.operations.map((one, i) => ({
            value: i,
            label: `${one.name}（${one.port}，SOAP ${one.soapVersion}）${one.note ?? ''}`,
          }))}
          onChange={(i) => setDraft(withOperation(draft, found.wsdl, found.operations[i]!))}
        />
      )}
    </fieldset>
  );
}

interface SourcesProps {
  /** the one that the service was made from, to choose another operation of it */
  again: string | null;
  isBusy: boolean;
  onRead: (body: { wsdlText?: string; url: string | null }) => void;
}
function WsdlSources({ again, isBusy, onRead }: SourcesProps) {
  const [url, setUrl] = useState('');
  return (
    <div className="market-inline">
      <Upload
        accept=".wsdl,.xml"
        showUploadList={false}
        beforeUpload={(file) => {
          file.text().then(
            (wsdlText) => onRead({ wsdlText, url: null }),
            () => toast.error('文件不能读取'),
          );
          return false;
        }}
      >
        <Button icon={<UploadOutlined />}>上传 WSDL 文件</Button>
      </Upload>
      <Input
        className="mono service-wsdl-url"
        aria-label="WSDL地址"
        placeholder="或填写已登记外部地址上的地址，例如 http://soap.example.com/orders?wsdl"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Button disabled={url === ''} loading={isBusy} onClick={() => onRead({ url })}>
        读取
      </Button>
      {again !== null && (
        <Button loading={isBusy} onClick={() => onRead({ wsdlText: again, url: null })}>
          选择其他操作
        </Button>
      )}
    </div>
  );
}
const chosenOf = ({ operations }: Wsdl, { webService }: Draft): number | null => {
  const at = operations.findIndex(({ name, soapVersion }) => name === webService?.method && soapVersion === webService.soapVersion);
  return at < 0 ? null : at;
};

function Message({ soap, draft, problems, change }: SectionProps & { soap: WebService }) {
  const set = (some: Partial<WebService>) => change({ webService: { ...soap, ...some } });
  const problem = (name: string) => problems.get(`webService.${name}`);
  return (
    <>
      <Target soap={soap} problem={problem} set={set} />
      <Field
        id="service-soap"
        label="报文模板"
        isRequired
        wide
        problem={problem('soap')}
        hint="由操作的模式生成；值为空的可选元素不发送，集合逐个重复"
      >
        <Input.TextArea
          id="service-soap"
          className="mono"
          autoSize={{ minRows: 6, maxRows: 24 }}
          status={statusOf(problem('soap'))}
          value={soap.soap}
          onChange={(event) => set({ soap: event.target.value })}
        />
      </Field>
      <SecretPairs draft={draft} problems={problems} change={change} />
      <ResultField value={soap.resultPath} problem={problem('resultPath')} onChange={(resultPath) => set({ resultPath })} />
    </>
  );
}

interface TargetProps {
  soap: WebService;
  problem: (name: string) => string | undefined;
  set: (some: Partial<WebService>) => void;
}
/** Where the message goes, and as what. */
function Target({ soap, problem, set }: TargetProps) {
  return (
    <div className="market-fields">
      {soap.url ? (
        <Field id="service-url" label="服务地址" problem={problem('url')} hint="保存时换成已登记的外部地址">
          <Input id="service-url" className="mono" value={soap.url} onChange={(event) => set({ url: event.target.value || null })} />
        </Field>
      ) : (
        <HostField value={soap.hostId ?? null} problem={problem('hostId')} onChange={(hostId) => set({ hostId })} />
      )}
      <Field id="service-operation" label="操作" problem={problem('method')}>
        <span className="market-inline" id="service-operation">
          <b className="mono">{soap.method}</b>
          <Tag tone="line">SOAP {soap.soapVersion}</Tag>
        </span>
      </Field>
      {!soap.url && (
        <Field id="service-path" label="请求路径" isRequired problem={problem('path')}>
          <Input
            id="service-path"
            className="mono"
            status={statusOf(problem('path'))}
            value={soap.path}
            onChange={(event) => set({ path: event.target.value })}
          />
        </Field>
      )}
      <Field id="service-soap-version" label="SOAP 版本">
        <Segmented
          id="service-soap-version"
          aria-label="SOAP 版本"
          value={soap.soapVersion}
          options={['1.1', '1.2'] as const}
          onChange={(soapVersion) => set({ soapVersion })}
        />
      </Field>
      <Field id="service-action" label="SOAPAction" problem={problem('soapAction')}>
        <Input id="service-action" className="mono" value={soap.soapAction} onChange={(event) => set({ soapAction: event.target.value })} />
      </Field>
    </div>
  );
}
