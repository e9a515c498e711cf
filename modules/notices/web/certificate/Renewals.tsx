import type { CallReply } from '#kit/web/use-call.ts';
import { DateText } from '#kit/web/parts/DateText.tsx';
import { FileThumbs } from '#modules/files/web/index.ts';
import type { api } from '../api.ts';

/** The former periods of a certificate, newest first. */
export function Renewals({ rows }: { rows: CallReply<typeof api.certificate.get>['renewals'] }) {
  if (rows.length === 0) return null;
  return (
    <section className="section-line">
      <h3 className="cert-heading">续期记录</h3>
      <ol className="timeline">
        {rows.map((row) => (
          <li key={row.id}>
            <div>
              原有效期 {row.validFrom ?? '—'} 至 {row.validTo ?? '长期'}
              {row.certNo !== null && <span className="mono muted">　{row.certNo}</span>}
            </div>
            <div className="when">
              <DateText value={row.createTime} />　{row.operator ?? '系统'} 续期{row.remark === null ? '' : `：${row.remark}`}
            </div>
            {row.imageFiles !== null && (
              <div className="change">
                <span>原扫描件</span>
                <FileThumbs value={row.imageFiles} />
              </div>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
