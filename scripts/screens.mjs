import { ensureBrowser } from './setup/browser.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { toolOf } from './setup/paths.mjs'
import { run, runMain } from './setup/run.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

// `npm run screens`: takes the pictures in docs/screens anew, from the product as it is.
await runMain(async () => {
  await ensureInstalled()
  await ensureBrowser()
  await ensureWebBuilt()
  const { code } = await run([
    ...toolOf('@playwright/test', 'playwright'),
    'test',
    '--config=e2e/playwright.config.ts',
    '--project=screens',
    ...process.argv.slice(2),
  ])
  return code
})
