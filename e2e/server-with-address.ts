import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AwanServer, startAwanServer } from './awan-server.ts'

/** For what is tied to a host name and a port, so that the server must know its own. */
export async function startServerWithAddress(
  settings: (
    url: string,
  ) => Readonly<Record<string, string>> | Promise<Record<string, string>> = () => ({}),
): Promise<AwanServer> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const server = await startAwanServer({
    ...(await settings(url)),
    PORT: String(port),
    AWAN_PUBLIC_URL: url,
  })
  return { ...server, url }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
