import { InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Steps } from 'antd';
import { FilePicker } from '#kit/web/upload/FilePicker.tsx';
import { minute } from '#kit/web/format.ts';
import { MappingStep } from './MappingStep.tsx';
import { ReportView } from './ReportView.tsx';
import { useImport, type Import } from './use-import.ts';

/** 导入, step by step. */
export function ImportPane() {
  const work = useImport();
  const { step, contents, problem } = work;
  return (
    <div className="transfer-import">
      <Steps
        className="transfer-steps"
        size="small"
        current={step}
        items={[{ title: '选择文件' }, { title: '对应关系' }, { title: '试运行' }, { title: '完成' }]}
      />
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      <div className="transfer-body">
        {step === 0 && (
          <FilePicker
            types={['json']}
            disabled={work.isBusy}
            className="transfer-drop"
            label="选择导出的文件"
            onFiles={(files) => void work.open(files)}
          >
            <InboxOutlined /> {work.isBusy ? '正在读取文件…' : '选择或拖入由“导出定义”得到的 JSON 文件'}
          </FilePicker>
        )}
        {step === 1 && contents && (
          <>
            <p className="muted transfer-about">
              {work.fileName}，导出于 {minute(contents.exportTime)}，平台版本 {contents.program}
            </p>
            <MappingStep work={work} contents={contents} />
          </>
        )}
        {step === 2 && work.report && <ReportView rows={work.report.rows} lost={work.mapping.lost} onLetGo={work.letGo} />}
        {step === 3 && work.done && <ReportView rows={work.done} isDone />}
      </div>
      <Foot work={work} />
    </div>
  );
}

/** The way on and back. */
function Foot({ work }: { work: Import }) {
  const { step, report, mapping, isBusy } = work;
  if (step === 0) return null;
  const wrong = report?.rows.filter(({ state }) => state === 'wrong').length ?? 0;
  const hasWork = report?.rows.some(({ state }) => state === 'new' || state === 'changed') ?? false;
  return (
    <footer className="transfer-foot">
      {step === 1 && (
        <>
          <Checkbox checked={mapping.publish} onChange={work.togglePublish}>
            导入后发布看板和大屏
          </Checkbox>
          <span className="muted">不勾选时保存为草稿，查看的人看到的不变</span>
        </>
      )}
      {step === 2 && (
        <span className={wrong > 0 ? 'bad' : 'muted'}>
          {wrong > 0
            ? `${wrong} 个内容不能导入，请返回修改对应关系`
            : hasWork
              ? '以上是试运行的结果，还没有写入'
              : '文件与当前内容一致，没有需要导入的变化'}
        </span>
      )}
      <span className="grow" />
      {step === 3 ? (
        <Button type="primary" onClick={work.restart}>
          导入其他文件
        </Button>
      ) : (
        <>
          <Button disabled={isBusy} onClick={step === 1 ? work.restart : work.back}>
            {step === 1 ? '重新选择文件' : '上一步'}
          </Button>
          {step === 1 && (
            <Button type="primary" loading={isBusy} onClick={() => void work.tryOut()}>
              试运行
            </Button>
          )}
          {step === 2 &&
            (mapping.lost.length > 0 && wrong > 0 ? (
              <Button type="primary" loading={isBusy} onClick={() => void work.tryOut()}>
                重新试运行
              </Button>
            ) : (
              <Button type="primary" loading={isBusy} disabled={wrong > 0 || !hasWork} onClick={() => void work.run()}>
                导入
              </Button>
            ))}
        </>
      )}
    </footer>
  );
}
