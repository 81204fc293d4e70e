import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createDataDir } from '../server.ts'
import { type AccountServer, SESSIONS } from './account-server.ts'
import { startPeer } from './peer-process.ts'

/** oidc-provider with a store that waits for the disk as ours does, or with one that keeps nothing. */
export async function startOidcProvider(
  version: string,
  store: 'SQLite' | 'memory',
): Promise<AccountServer> {
  await using started = new AsyncDisposableStack()
  const args = [String(SESSIONS)]
  if (store === 'SQLite') {
    const folder = await createDataDir()
    started.defer(() => rm(folder, { recursive: true, force: true }))
    args.push(join(folder, 'entries.sqlite'))
  }
  const peer = started.use(await startPeer('oidc-provider-server.js', ...args))
  const { url, refreshTokens } = JSON.parse(peer.firstLine) as {
    url: string
    refreshTokens: string[]
  }
  const owned = started.move()
  return {
    name: `oidc-provider ${version}, ${store}`,
    url,
    refreshTokens,
    refresh: (refreshToken) => ({
      method: 'POST',
      path: '/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `grant_type=refresh_token&client_id=bench&refresh_token=${refreshToken}`,
    }),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
