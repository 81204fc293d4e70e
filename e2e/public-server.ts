import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startAwanServer } from './awan-server.ts'
import { test as base } from './story.ts'

/** Stories in which the server sends people to its own pages: it must know its own address. */
export const test = base.extend({
  server: async ({ settings }, use) => {
    const port = await freePort()
    const url = `http://localhost:${port}`
    await using server = await startAwanServer({
      PORT: String(port),
      AWAN_PUBLIC_URL: url,
      ...settings,
    })
    await use({ ...server, url })
  },
})

async function freePort(): Promise<number> {
  const taken = createServer().listen(0)
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  taken.close()
  await once(taken, 'close')
  return port
}
