import { join } from 'node:path'
import { ensureBrowser } from './setup/browser.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { pinnedNode, root } from './setup/paths.mjs'
import { run, runMain } from './setup/run.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

// `npm run bench -- NAME`: measures the product as people start it.
await runMain(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  if (['web-account', 'all'].includes(process.argv[2] ?? '')) await ensureBrowser()
  const { code } = await run([pinnedNode, join(root, 'bench/src/run.ts'), ...process.argv.slice(2)])
  return code
})
