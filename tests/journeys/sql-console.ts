import type { Page } from 'playwright-core';
import { openList, settled } from './harness.ts';

/** Opens the console with this source chosen. */
export async function openConsole(page: Page, url: string, source: string): Promise<void> {
  await page.goto(url);
  const field = page.getByRole('combobox', { name: '数据源' });
  await field.click();
  await openList(page).getByTitle(source, { exact: true }).click();
  await settled(page);
}

/** Replaces what is in the editor. */
export async function writeSql(page: Page, sql: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL 编辑器' }).click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(sql);
}

/** Types the statement into the editor and runs it. */
export async function runSql(page: Page, sql: string): Promise<void> {
  await writeSql(page, sql);
  await page.getByRole('button', { name: /执行$/ }).click();
}

/** Takes the whole result as a file of one of the kinds in the menu 导出. */
export async function exportAs(page: Page, kind: '导出 CSV' | '导出 Excel'): Promise<void> {
  await page.getByRole('button', { name: /导出$/ }).click();
  await page.getByRole('menuitem', { name: kind }).click();
}
