/** A text as part of the HTML that ECharts makes of a tooltip: names come from sources and from people. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The tooltip of a flow between two groups. */
export const flowTip = (from: string, to: string, tables: number): string => `${escapeHtml(from)} → ${escapeHtml(to)}：${tables} 张表`;
