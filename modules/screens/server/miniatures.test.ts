import { describe, expect, it } from 'vitest';
import { startApp } from '#kit/test/app.ts';
import { putScreens } from './fixed/put.ts';

const app = startApp();
const opened = async (perms: string[]) => {
  const { token } = await app.make.user({ perms });
  const answer = await app.as(token)('GET', '/data/visual/screens/view/overview');
  expect(answer.status, answer.msg).toBe(200);
  return answer.data as { pictures?: Record<string, string> };
};

describe('the overview', () => {
  it('brings the pictures of the other screens with its document, of those alone that the viewer may open', async () => {
    const { pictures } = await opened(['screen:overview:view', 'screen:cockpit:view', 'screen:human:view']);
    expect(Object.keys(pictures!).toSorted()).toEqual(['cockpit', 'human']);
    expect(decodeURIComponent(pictures!['cockpit']!)).toMatch(/^data:image\/svg\+xml,<svg /);
    expect(pictures!['cockpit']).not.toBe(pictures!['human']);
    // a schematic: no figure and no word of a screen is in it
    expect(decodeURIComponent(pictures!['cockpit']!)).not.toMatch(/<text|新签/);
    const every = await opened(['screen:overview:view', 'visual:screen:preview']);
    expect(Object.keys(every.pictures!)).toHaveLength(8);
  });

  it('has none of a screen that is disabled', async () => {
    await app.database.pool.query("update visual_screen set status = '0' where code = 'human'");
    const { pictures } = await opened(['screen:overview:view', 'screen:cockpit:view', 'screen:human:view']);
    expect(Object.keys(pictures!)).toEqual(['cockpit']);
    await app.database.pool.query("update visual_screen set status = '1' where code = 'human'");
  });

  it('shows a screen as this version of the product draws it', async () => {
    const before = (await opened(['screen:overview:view', 'screen:cockpit:view'])).pictures!['cockpit'];
    await app.database.pool.query("update visual_screen set screen_thumbnail = 'data:image/svg+xml,old' where code = 'cockpit'");
    await putScreens(app.node.app, (work) => app.node.app.db.transaction().execute(work));
    expect((await opened(['screen:overview:view', 'screen:cockpit:view'])).pictures!['cockpit']).toBe(before);
  });
});
