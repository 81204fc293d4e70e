import { type AccountServer, PEOPLE, SESSIONS } from '../account-servers/account-server.ts'
import { startAwan } from '../account-servers/awan.ts'
import { startBetterAuth } from '../account-servers/better-auth.ts'
import { startOidcProvider } from '../account-servers/oidc-provider.ts'
import { installPeers } from '../client/peers.ts'
import { applyLoad, type LoadResult } from '../load.ts'
import { type Figure, type Measurement, median } from '../measurement.ts'
import { bareChecksPerSecond } from './sign-in.ts'
import { startFloor } from './user-me.ts'

const READERS = 64
const SECONDS = 3
/** Code that ran some hundred times is not compiled yet, and sign-ins are slow enough to be counted. */
const WARM_UP_SECONDS = 20
/** What waited while others were measured has put its compiled code away; who works all day never does. */
const WAKE_UP_SECONDS = 3

/**
 * What an account server does all day, ours on both databases beside others. All are up at once and
 * take turns in every round, so that each meets the same machine; only one is under load at a time.
 */
export const accountServer: Measurement = {
  name: 'account',
  summary: 'sign-ins, session reads and refreshes, compared with other account servers',
  startsServersItself: true,
  async run(_targets, repeat) {
    const versions = await installPeers()
    await using started = new AsyncDisposableStack()
    const sqlite = started.use(await startAwan('SQLite'))
    const postgres = started.use(await startAwan('PostgreSQL'))
    const betterAuth = started.use(await startBetterAuth(versions['better-auth'] ?? ''))
    const version = versions['oidc-provider'] ?? ''
    const oidcProvider = started.use(await startOidcProvider(version, 'SQLite'))
    const inMemory = started.use(await startOidcProvider(version, 'memory'))
    const floor = started.use(await startFloor())

    const hashes: number[] = []
    const bare: LoadResult[] = []
    const signIns = new Results()
    const reads = new Results()
    const refreshes = new Results()
    // One round before those that count.
    for (let round = 0; round <= repeat; round++) {
      const counts = round > 0
      const hashRate = await bareChecksPerSecond()
      if (counts) hashes.push(hashRate)
      for (const server of [sqlite, betterAuth, postgres]) {
        await signIn(server, counts ? WAKE_UP_SECONDS : WARM_UP_SECONDS)
        signIns.add(server, await signIn(server, SECONDS), counts)
      }
      const floorRate = await applyLoad({
        url: floor.url,
        connections: READERS,
        seconds: SECONDS,
        request: () => ({ method: 'GET', path: '/' }),
      })
      if (counts) bare.push(floorRate)
      for (const server of [sqlite, betterAuth, postgres]) {
        reads.add(server, await readSessions(server), counts)
      }
      for (const server of [sqlite, oidcProvider, inMemory, postgres]) {
        refreshes.add(server, await refresh(server), counts)
      }
    }

    const hash = { what: 'bare argon2id', value: median(hashes) }
    const fastify = { what: 'bare Fastify', value: median(bare.map((r) => r.perSecond)) }
    const ours = [sqlite, postgres]
    return [
      ...rates('sign-in by password', signIns, ours, [hash, signIns.rateOf(betterAuth)]),
      ...rates('session read', reads, ours, [fastify, reads.rateOf(betterAuth)]),
      ...tails('session read, p99', reads, ours, betterAuth),
      ...rates('refresh', refreshes, ours, [
        refreshes.rateOf(oidcProvider),
        refreshes.rateOf(inMemory),
      ]),
      ...tails('refresh, p99', refreshes, ours, oidcProvider),
    ]
  },
}

class Results {
  readonly #results = new Map<AccountServer, LoadResult[]>()

  add(server: AccountServer, result: LoadResult, counts: boolean): void {
    const results = this.#results.get(server) ?? []
    if (counts) results.push(result)
    this.#results.set(server, results)
  }

  rateOf(server: AccountServer): { what: string; value: number } {
    return { what: server.name, value: median(this.#of(server).map((r) => r.perSecond)) }
  }

  tailOf(server: AccountServer): { what: string; value: number } {
    return { what: server.name, value: median(this.#of(server).map((r) => r.p99Ms)) }
  }

  #of(server: AccountServer): LoadResult[] {
    return this.#results.get(server) ?? []
  }
}

function rates(
  what: string,
  results: Results,
  servers: readonly AccountServer[],
  besides: readonly { what: string; value: number }[],
): Figure[] {
  return servers.flatMap((server) =>
    besides.map((floor): Figure => {
      const { value } = results.rateOf(server)
      return { what, target: server.name, value, unit: '/s', floor, better: 'more' }
    }),
  )
}

function tails(
  what: string,
  results: Results,
  servers: readonly AccountServer[],
  peer: AccountServer,
): Figure[] {
  return servers.map((server): Figure => {
    const { value } = results.tailOf(server)
    const floor = results.tailOf(peer)
    return { what, target: server.name, value, unit: 'ms', floor, better: 'less' }
  })
}

function signIn({ url, signIn }: AccountServer, seconds: number): Promise<LoadResult> {
  if (!signIn) throw new Error('this server signs nobody in')
  return applyLoad({ url, connections: PEOPLE, seconds, request: signIn })
}

function readSessions({ url, readSession }: AccountServer): Promise<LoadResult> {
  if (!readSession) throw new Error('this server has no sessions')
  return applyLoad({ url, connections: READERS, seconds: SECONDS, request: readSession })
}

/** Each answer brings the token of the next request. */
function refresh({ url, refresh, refreshTokens: tokens }: AccountServer): Promise<LoadResult> {
  if (!refresh || !tokens) throw new Error('this server refreshes nothing')
  return applyLoad({
    url,
    connections: SESSIONS,
    seconds: SECONDS,
    request: (connection) => refresh(tokens[connection] ?? ''),
    next(connection, answer) {
      const { refresh_token } = JSON.parse(answer) as { refresh_token: string }
      tokens[connection] = refresh_token
      return refresh(refresh_token)
    },
  })
}
