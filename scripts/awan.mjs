import { join } from 'node:path'
import { handOver } from './setup/hand-over.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { pinnedNode, root } from './setup/paths.mjs'
import { runMain } from './setup/run.mjs'

// `npm run awan -- check`, or without npm `node scripts/awan.mjs check`: what an operator does with a
// server from its terminal, by the settings of the server.
await runMain(async () => {
  await ensureInstalled()
  const command = join(root, 'apps/server/src/command/awan.ts')
  return handOver([pinnedNode, command, ...process.argv.slice(2)])
})
