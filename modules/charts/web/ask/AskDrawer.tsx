import { Alert, Button, Drawer, Flex, Segmented } from 'antd';
import { useState } from 'react';
import { SearchInput } from '#kit/web/parts/SearchInput.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { SetPicker } from '#modules/datasets/web/parts.ts';
import type { AskReading } from '../../contract/ask.ts';
import { askApi } from './api.ts';
import { AskAnswer } from './AskAnswer.tsx';
import './ask.css';

const EXAMPLES = ['今年每月的营业收入', '各单位的合同额前5名', '今年回款额同比', '近7天每天的调用次数'];

function Examples({ onAsk }: { onAsk: (text: string) => void }) {
  return (
    <div className="ask-examples">
      <span>可以这样问</span>
      {EXAMPLES.map((text) => (
        <Button key={text} size="small" onClick={() => onAsk(text)}>
          {text}
        </Button>
      ))}
    </div>
  );
}

/** The data sets that a question may be about, and what was not understood of it. */
function Readings({ readings, place, onPlace }: { readings: readonly AskReading[]; place: number; onPlace: (place: number) => void }) {
  const reading = readings[place];
  if (!reading)
    return (
      <StateView
        kind="empty"
        what="没有看懂这个问题"
        why="请写出指标和维度的名称，如“各单位的合同额”；也可以先选择数据集，或在数据集的字段上补充同义词"
      />
    );
  const notes = [...reading.doubts, ...(reading.unread.length > 0 ? [`没有看懂：${reading.unread.join('、')}`] : [])];
  return (
    <>
      {readings.length > 1 && (
        <Flex gap={8} align="center">
          <span className="ask-label">数据集</span>
          <Segmented
            value={place}
            options={readings.map(({ dataSetName }, at) => ({ value: at, label: dataSetName }))}
            onChange={onPlace}
          />
        </Flex>
      )}
      {notes.length > 0 && <Alert type={reading.answer ? 'info' : 'warning'} showIcon title={notes.join('；')} />}
    </>
  );
}

/** 问数: a question becomes a chart that says how it was understood and can be corrected. */
export function AskDrawer({ onClose }: { onClose: () => void }) {
  const [question, setQuestion] = useState('');
  const [dataSetId, setDataSet] = useState<string | null>(null);
  const [asked, setAsked] = useState<{ question: string; readings: readonly AskReading[] } | null>(null);
  const [place, setPlace] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const ask = async (text: string) => {
    const words = text.trim();
    if (words === '' || isBusy) return;
    setQuestion(words);
    setBusy(true);
    try {
      const { readings } = await askApi.ask.ask({ body: { question: words, dataSetId } });
      setAsked({ question: words, readings });
      setPlace(0);
    } catch {
      // the request layer has said why; the question stays
    } finally {
      setBusy(false);
    }
  };
  const reading = asked?.readings[place];
  return (
    <Drawer open title="问数" size={960} onClose={onClose} classNames={{ body: 'ask' }}>
      <Flex gap={8}>
        <SearchInput
          label="问题"
          placeholder="用一句话提问，如：今年各单位的合同额前5名"
          className="ask-question"
          maxLength={200}
          autoFocus
          value={question}
          busy={isBusy}
          onChange={setQuestion}
          onSearch={(text) => void ask(text)}
        />
        <div className="ask-set">
          <SetPicker value={dataSetId} onChange={setDataSet} allowClear />
        </div>
        <Button type="primary" loading={isBusy} disabled={question.trim() === ''} onClick={() => void ask(question)}>
          提问
        </Button>
      </Flex>
      {!asked && <Examples onAsk={(text) => void ask(text)} />}
      {asked && <Readings readings={asked.readings} place={place} onPlace={setPlace} />}
      {asked && reading && <AskAnswer key={`${asked.question} ${reading.dataSetId}`} question={asked.question} reading={reading} />}
    </Drawer>
  );
}
