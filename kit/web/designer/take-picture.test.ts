import { afterEach, expect, it } from 'vitest';
import { takePicture } from './take-picture.ts';

afterEach(() => document.body.replaceChildren());

it('there is no picture of a page without a document, nor of a document that has no size yet', async () => {
  expect(await takePicture()).toBeNull();
  document.body.innerHTML = '<main data-picture="top"></main>';
  expect(await takePicture()).toBeNull();
});
