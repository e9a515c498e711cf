import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { PersonText } from '#kit/web/parts/PersonText.tsx';
import { count } from '#kit/web/format.ts';
import { Panel, PanelRow } from '#kit/web/parts/Panel.tsx';
import { NameLink } from '#kit/web/parts/NameLink.tsx';
import { Score } from '#kit/web/parts/Score.tsx';
import { StateView } from '#kit/web/parts/StateView.tsx';
import { Missing } from '#kit/web/Tag.tsx';
import { useCall } from '#kit/web/use-call.ts';
import type { DomainCard } from '../../contract/map.ts';
import { api } from '../api.ts';
import { tablePath } from '../paths.ts';
import { LAYER_LABELS, layerClass, layerIndex, LAYERS } from './colours.ts';
import './domains.css';

/** More domains than this are drawn without the names of their tables, four beside each other. */
const MANY = 12;
/** Names on a card; the panel lists more. */
const CHIPS = 6;

interface DomainsViewProps {
  /** key of the domain whose panel is open */
  selected: string | null;
  onSelect: (key: string | null) => void;
  onNetwork: (key: string) => void;
}

/** The domains as cards, most used first, and beside them everything about the one that was chosen. */
export function DomainsView({ selected, onSelect, onNetwork }: DomainsViewProps) {
  const answer = useCall(api.map.domains, {});
  const cards = answer.data;
  if (answer.error) return <StateView kind="error" what="主题域没有读出来" error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!cards) return <StateView kind="loading" shape="cards" rows={9} />;
  if (cards.length === 0)
    return (
      <StateView
        kind="empty"
        what="这里没有您可以查看的数据表"
        why="登记数据源并同步元数据，或申请表的查看权限后，会按主题域出现在这里。"
      />
    );
  const chosen = cards.find((card) => card.key === selected) ?? null;
  const isCompact = cards.length > MANY;
  return (
    <div className="map-domains">
      <div className={isCompact ? 'map-cards compact' : 'map-cards'}>
        {cards.map((card) => (
          <Card
            key={card.key}
            card={card}
            isCompact={isCompact}
            isOn={card === chosen}
            onSelect={() => onSelect(card === chosen ? null : card.key)}
          />
        ))}
      </div>
      {chosen && <DomainPanel card={chosen} onClose={() => onSelect(null)} onNetwork={() => onNetwork(chosen.key)} />}
    </div>
  );
}

/** Where the tables of a domain are listed; of those that belong to none there is no list. */
const listPath = (card: DomainCard, more = ''): string => `/metadata/datacolumn?q=${card.id === null ? '' : `domainId:${card.id}`}${more}`;
const owner = (card: DomainCard) =>
  card.id === null ? null : card.ownerName ? <PersonText bare name={card.ownerName} /> : <span className="map-due">待指定负责人</span>;

interface CardProps {
  card: DomainCard;
  isCompact: boolean;
  isOn: boolean;
  onSelect: () => void;
}

function Card({ card, isCompact, isOn, onSelect }: CardProps) {
  const chips = isCompact ? [] : card.tops.slice(0, CHIPS);
  const others = card.tables - chips.length;
  const open = [
    card.changes > 0 && `待确认变更 ${card.changes}`,
    card.proposals > 0 && `待判定 ${card.proposals}`,
    card.tables > card.owned && `无负责人 ${card.tables - card.owned}`,
    card.sensitive > 0 && `敏感 ${card.sensitive}`,
  ].filter((one) => one !== false);
  return (
    <article className={isOn ? 'map-card on' : 'map-card'}>
      <div className="map-card-line">
        {/* the whole card is the target: the button covers it, names of tables lie above */}
        <button type="button" className="map-card-name cut" aria-pressed={isOn} onClick={onSelect} title={card.name}>
          {card.name}
        </button>
        <small>{count(card.tables)} 张表</small>
        <span className="grow" />
        {card.quality === null ? <small>未评分</small> : <Score value={card.quality} />}
      </div>
      <div className="map-card-line">
        <span className="cut">{owner(card)}</span>
        <span className="grow" />
        <span className="num">近 30 天 {count(card.heat)} 次</span>
      </div>
      <LayerBar card={card} />
      {chips.length > 0 && (
        <div className="map-chips">
          {chips.map((table) => (
            <Link key={table.id} className={`map-chip ${layerClass(table.layer)}`} to={tablePath(table.id)} title={table.name}>
              <span className="cut">{table.cnName ?? table.name}</span>
              {table.changes + table.proposals > 0 && <i role="img" aria-label="有待处理事项" />}
            </Link>
          ))}
        </div>
      )}
      {!isCompact && others > 0 && <small>另有 {count(others)} 张</small>}
      <small className={card.changes > 0 ? 'map-card-foot due' : 'map-card-foot'}>{open.length > 0 ? open.join('　') : '无待处理'}</small>
    </article>
  );
}

/** The tables of a domain by layer, in the one colour of each. */
function LayerBar({ card }: { card: DomainCard }) {
  const parts = card.layers.toSorted((a, b) => layerIndex(a.layer) - layerIndex(b.layer));
  const text = parts.map(({ layer, tables }) => `${layerName(layer)} ${tables} 张`).join('，');
  return (
    <div className="map-layers" role="img" aria-label={text} title={text}>
      {parts.map(({ layer, tables }) => (
        <i key={layer ?? 'none'} className={layerClass(layer)} style={{ flexGrow: tables }} />
      ))}
    </div>
  );
}
const layerName = (layer: string | null): string => {
  const known = LAYERS.find((one) => one === layer);
  return known ? LAYER_LABELS[known] : '其他';
};

function DomainPanel({ card, onClose, onNetwork }: { card: DomainCard; onClose: () => void; onNetwork: () => void }) {
  const navigate = useNavigate();
  return (
    <aside className="panel map-side" aria-label={card.name}>
      <div className="map-side-head">
        <h2>{card.name}</h2>
        <button type="button" className="icon-button small" aria-label="关闭" onClick={onClose}>
          ✕
        </button>
      </div>
      {card.remark && <p className="map-side-note">{card.remark}</p>}
      <dl className="map-side-facts">
        <dt>负责人</dt>
        <dd>{owner(card) ?? <Missing />}</dd>
        <dt>质量评分</dt>
        <dd>{card.quality === null ? '未评分' : <Score value={card.quality} />}</dd>
        <dt>使用</dt>
        <dd>近 30 天 {count(card.heat)} 次</dd>
        <dt>敏感表</dt>
        <dd>{count(card.sensitive)} 张</dd>
      </dl>
      <div className="map-side-body">
        <OpenWork card={card} />
        <TopTables card={card} />
      </div>
      <div className="map-side-foot">
        <Button onClick={onNetwork}>查看关系</Button>
        <Button type="primary" onClick={() => void navigate(card.id === null ? '/metadata/datacolumn' : listPath(card))}>
          打开主题域
        </Button>
      </div>
    </aside>
  );
}

/** What waits in a domain; each kind leads to its rows. */
function OpenWork({ card }: { card: DomainCard }) {
  const unowned = card.tables - card.owned;
  const work = [
    { text: '结构变更待确认', n: card.changes, unit: '项', to: '/metadata/changerecord?q=status:0' },
    { text: '敏感识别待判定', n: card.proposals, unit: '个字段', to: '/metadata/classify?tab=hits' },
    { text: '数据表没有负责人', n: unowned, unit: '张', to: listPath(card, `${card.id === null ? '' : ','}hasOwner:0`) },
  ].filter(({ n }) => n > 0);
  return (
    <Panel title="需要处理" note={work.length === 0 ? undefined : `${work.length} 类`} className="bare">
      {work.length === 0 && <StateView kind="empty" inline what="没有需要处理的事项" />}
      {work.map(({ text, n, unit, to }) => (
        <PanelRow key={text}>
          <Link className="name-link rail cut" to={to}>
            <span>{text}</span>
          </Link>
          <span className="grow" />
          <small className="num">
            {count(n)} {unit}
          </small>
        </PanelRow>
      ))}
    </Panel>
  );
}

function TopTables({ card }: { card: DomainCard }) {
  return (
    <Panel
      title="数据表"
      note={
        card.tables > card.tops.length
          ? `共 ${count(card.tables)} 张，列出使用最多的 ${card.tops.length} 张`
          : `${count(card.tables)} 张，按使用`
      }
      className="bare"
    >
      {card.tops.map((table) => (
        <PanelRow key={table.id}>
          <i className={`map-dot ${layerClass(table.layer)}`} aria-hidden />
          <NameLink place="rail" name={table.cnName ?? table.name} to={tablePath(table.id)} />
          <span className="grow" />
          {table.quality !== null && <Score value={table.quality} />}
          <small className="num">{count(table.heat)} 次</small>
        </PanelRow>
      ))}
    </Panel>
  );
}
