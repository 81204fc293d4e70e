import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled } from './setup/install.mjs'
import { cacheFolder, pinnedNode, root } from './setup/paths.mjs'
import { passSignalsTo, runMain, withOurTools } from './setup/run.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

// `npm start`: whatever is missing is installed and built, then the pinned node runs the server.
await runMain(async () => {
  const args = process.argv.slice(2)
  await ensureInstalled()
  if (!args.some((arg) => arg === '--help' || arg === '-h')) await ensureWebBuilt()
  return handOver([pinnedNode, join(root, 'apps/server/src/main.ts'), ...args])
})

/**
 * Runs the server in our place: it gets our signals, and its end is ours.
 *
 * @param {readonly string[]} commandLine
 * @returns {Promise<number>}
 */
function handOver([program = '', ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: 'inherit',
      // Compiled code is kept from one start to the next: it halves the time to be up.
      env: { NODE_COMPILE_CACHE: join(cacheFolder, 'compiled'), ...withOurTools(process.env) },
    })
    const release = passSignalsTo(child)
    child.on('error', reject)
    child.on('close', (code, signal) => {
      release()
      if (signal === null) resolve(code ?? 1)
      else process.kill(process.pid, signal)
    })
  })
}
