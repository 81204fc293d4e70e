import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { ensureInstalled } from './setup/install.mjs'
import { pinnedNode, root, toolOf } from './setup/paths.mjs'
import { runMain, say, withOurTools } from './setup/run.mjs'

// `npm run dev`: Vite in front with hot reload, the server behind it, restarted when it changes.
await runMain(async () => {
  await ensureInstalled()
  const port = process.env.PORT || '8080'
  const address = `http://localhost:${port}`
  const apiPort = String(await findFreePort())
  const env = withOurTools(process.env)
  const [, vite] = toolOf('vite')
  const children = [
    spawn(pinnedNode, ['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { AWAN_PUBLIC_URL: address, ...env, AWAN_HOST: '127.0.0.1', PORT: apiPort },
    }),
    spawn(pinnedNode, [vite, '--port', port, '--strictPort', '--clearScreen', 'false'], {
      cwd: join(root, 'apps/web'),
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...env, AWAN_DEV_API: `http://127.0.0.1:${apiPort}` },
    }),
  ]
  say(`Open ${address} (Ctrl-C stops both the web app and the server behind it)`)

  const ended = children.map((child) => once(child, 'close'))
  const stop = () => {
    for (const child of children) child.kill('SIGTERM')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  const [code] = await Promise.race(ended)
  stop()
  await Promise.all(ended)
  return code ?? 0
})

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
