import { PICTURE_ALPHABET } from '../../../src/account/captcha/glyphs.ts'
import { startIdentityProvider } from '../../../src/account/providers/testing/identity-provider.ts'
import { listenOnLoopback } from '../../../src/account/providers/testing/loopback.ts'
import { type Random, systemRandom } from '../../../src/kernel/id.ts'
import type { Backend } from '../../testing/backends.ts'
import { startServer, type TestServer } from '../../testing/server.ts'
import { startMovedProvider, type Visited } from './moved-provider.ts'
import { homeProvider, PROVIDER_CALLBACK } from './provider.ts'
import type { SceneParts } from './scene.ts'

/** A server on which everything can be done, and what stands around it. */
export interface RecipeStage extends AsyncDisposable {
  server: TestServer
  parts: Omit<SceneParts, 'administrator'>
}

/** No request of the fuzzer is to wait for something that nobody does. */
const MAX_WAIT_MS = 500
const YEAR_MS = 365 * 24 * 3600_000

export interface StageOptions {
  /** Whether the clock will be moved so far that a real third party would be left behind. */
  movesClock?: boolean
}

export async function openStage(
  backend: Backend,
  { movesClock = false }: StageOptions = {},
): Promise<RecipeStage> {
  await using opening = new AsyncDisposableStack()
  let now = Date.now
  const idp: Visited = opening.use(
    movesClock
      ? await startMovedProvider(() => now())
      : await startIdentityProvider(PROVIDER_CALLBACK),
  )
  const receiver = opening.use(await listenOnLoopback((_, response) => response.end()))
  const { random, readPicture } = rememberPictures()
  const settings = {
    // Each request comes from an address of its own.
    trustedProxies: ['127.0.0.1'],
    accessTokenTtlMs: YEAR_MS,
    refreshTokenTtlMs: YEAR_MS,
    codesPerHour: { email: 1_000_000, sms: 1_000_000 },
    providers: [homeProvider(idp.issuer)],
  }
  const server = opening.use(
    await startServer(backend, settings, { random, maxWaitMs: MAX_WAIT_MS }),
  )
  now = () => server.clock.now()
  const opened = opening.move()
  return {
    server,
    parts: {
      url: server.url,
      now,
      pass: () => server.clock.advance(61_000),
      idp,
      receiver: `${receiver.url}/hook`,
      readPicture,
      runChore: server.runChore,
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Remembers what was drawn, as the person would read it. */
function rememberPictures(): { random: Random; readPicture(): string } {
  let drawn = ''
  return {
    random: {
      bytes: systemRandom.bytes,
      integer(limit) {
        const value = systemRandom.integer(limit)
        if (limit === PICTURE_ALPHABET.length) drawn += PICTURE_ALPHABET[value]
        return value
      },
    },
    readPicture() {
      const read = drawn
      drawn = ''
      return read
    },
  }
}
