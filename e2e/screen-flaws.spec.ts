import { expect, test } from '@playwright/test'
import { findFlaws } from './screen-flaws.ts'

const long = 'words that do not fit'

for (const [what, html, flaw] of [
  ['an untranslated text key', '<p>signIn.username.missing</p>', 'a key for a text'],
  [
    'an untranslated key in an aria-label',
    '<button aria-label="app.language">x</button>',
    'aria-label=app',
  ],
  ['two titles', '<h1>One more step</h1><h1>One more step</h1>', '2 titles'],
  ['a page that scrolls sideways', '<div style="width:2000px">wide</div>', 'the page is'],
  [
    'a cut-off label',
    `<p style="width:40px;overflow:hidden;white-space:nowrap">${long}</p>`,
    'px of words in 40',
  ],
  [
    'a text that overflows its button',
    `<button style="width:60px;white-space:nowrap;padding:0">${long}</button>`,
    'px of words in',
  ],
  [
    'lines that are cut off',
    `<p style="width:60px;height:20px;overflow:hidden">${long}</p>`,
    'px of lines in 20',
  ],
  [
    'words outside the window',
    `<div style="position:fixed;left:-90px">${long}</div>`,
    'outside the window',
  ],
  ['letters that are too small', '<p style="font-size:11px">small</p>', 'letters of 11px'],
] as const) {
  test(`the screen check finds ${what}`, async ({ page }) => {
    await page.setContent(`<html lang="en"><title>Awan</title><body>${html}</body></html>`)
    const flaws = await findFlaws(page)
    expect(flaws.join('\n')).toContain(flaw)
  })
}

test('the screen check finds nothing wrong with a good page', async ({ page }) => {
  await page.setContent(
    `<html lang="en"><title>Awan</title><body><h1>Sign in</h1><p>rani@example.org, v1.2</p>
    <span translate="no">account.frozen</span>
    <button>Continue</button><span style="position:absolute;width:1px;height:1px;overflow:hidden">${long}</span>
    <div style="position:absolute;right:0;width:1px;height:1px;overflow:hidden;white-space:nowrap"><span>${long}</span></div>
    <div style="width:80px;overflow-x:auto;white-space:nowrap"><p>${long}</p></div></body></html>`,
  )
  expect(await findFlaws(page)).toEqual([])
})
