import { scoreText } from './words.ts';

/** 忽略, 人工, 自动 on one line, with the place of a group. */
export function ZoneBar({ score, auto, review }: { score: number; auto: number; review: number }) {
  const from = Math.max(0, review - 0.3);
  const place = (value: number): string => `${(Math.min(1, Math.max(0, (value - from) / (1 - from))) * 100).toFixed(1)}%`;
  return (
    <div
      className="dup-zones"
      role="img"
      aria-label={`得分 ${scoreText(score)}，${scoreText(review)} 起人工审核，${scoreText(auto)} 起可直接合并`}
    >
      <div className="dup-zone-line">
        <i className="dup-zone-review" style={{ left: place(review), right: 0 }} />
        <i className="dup-zone-auto" style={{ left: place(auto), right: 0 }} />
        <b style={{ left: place(score) }} />
      </div>
      <div className="dup-zone-words">
        <span>忽略</span>
        <span>{scoreText(review)} 人工</span>
        <span>{scoreText(auto)} 自动</span>
      </div>
    </div>
  );
}
