import { join } from 'node:path'
import { ensureBrowser } from './setup/browser.mjs'
import { ensureFileServers } from './setup/file-servers.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { pinnedNode, root } from './setup/paths.mjs'
import { run, runMain } from './setup/run.mjs'
import { keptCode, serverCommand } from './setup/server-command.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

// `npm run bench -- NAME`: measures the product as people start it.
await runMain(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  const wanted = process.argv[2] ?? ''
  if (['web-account', 'web-drive', 'drive', 'all'].includes(wanted)) await ensureBrowser()
  if (['drive', 'webdav', 'all'].includes(wanted)) await ensureFileServers(wanted)
  const { code } = await run(
    [pinnedNode, join(root, 'bench/src/run.ts'), ...process.argv.slice(2)],
    { env: { ...keptCode, BENCH_SERVER: JSON.stringify(serverCommand) } },
  )
  return code
})
