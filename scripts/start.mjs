import { handOver } from './setup/hand-over.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { runMain } from './setup/run.mjs'
import { serverCommand } from './setup/server-command.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

// `npm start`: whatever is missing is installed and built, then the pinned node runs the server.
await runMain(async () => {
  const args = process.argv.slice(2)
  await ensureInstalled()
  if (!args.some((arg) => arg === '--help' || arg === '-h')) await ensureWebBuilt()
  return handOver([...serverCommand, ...args])
})
