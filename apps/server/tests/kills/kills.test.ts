import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { listenOnLoopback, readText } from '../../src/account/providers/testing/loopback.ts'
import { onEachBackend } from '../testing/backends.ts'
import { createChance } from '../testing/chance.ts'
import { codeIn, startMailServer } from '../testing/mail-server.ts'
import { freePort, kill, startProcess } from '../testing/process.ts'
import { openRaw, type Raw, sudoRaw } from '../testing/raw-calls.ts'
import { startServer } from '../testing/server.ts'
import { checkPromises } from './check-promises.ts'
import { accept, beBusy, type Promises, signUp, type World } from './promises.ts'

/** AWAN_KILLS=200 is the long form, with another seed each time; AWAN_KILLS_SEED gives one again. */
const kills = Number(process.env.AWAN_KILLS ?? 3)
const chosen = process.env.AWAN_KILLS ? randomInt(2 ** 31) : 1
const seed = Number(process.env.AWAN_KILLS_SEED ?? chosen)

onEachBackend((prepare) => {
  test('acknowledged changes, tokens, exports, notices and webhooks survive kill -9 at any moment', {
    timeout: 600_000 + kills * 60_000,
  }, async () => {
    const backend = await prepare()
    await using mails = await startMailServer()
    const told: string[] = []
    await using receiver = await listenOnLoopback(async (request, response) => {
      told.push(await readText(request))
      response.end()
    })
    const port = await freePort()
    const start = () =>
      startProcess(backend, port, {
        AWAN_SMTP_URL: mails.mail.url.reveal(),
        AWAN_MAIL_FROM: mails.mail.from,
        AWAN_MAIL_CODES_PER_HOUR: '1000000',
        AWAN_TRUSTED_PROXIES: '127.0.0.1',
      })
    const url = `http://127.0.0.1:${port}`
    const raw = fromAnywhere(url)
    const readCode = (email: string) =>
      codeIn(mails.arrived.findLast(({ to }) => to === email)?.text)

    const promises: Promises = { signIns: [], used: [], exports: [], folders: [], rotations: 0 }
    const world: World = { raw, readCode, promises }

    let server = await start()
    // The first one is made on the machine of the server, and is the administrator.
    const administrator = await signUp({ ...world, raw: openRaw(url) })
    await addWebhook(raw, administrator.token, `${receiver.url}/hook`)
    const chance = createChance(seed)
    for (let count = 0; count < kills; count++) {
      const person = await signUp(world)
      const enough = countYes(promises) + 5 + chance() * 60
      let fault: unknown
      let isKilled = false
      const ended = beBusy(world, person, () => isKilled).catch((error: unknown) => {
        fault = error
      })
      // In the middle of the work: after a number of answers chosen by the seed, and a moment more.
      while (!fault && (countYes(promises) < enough || promises.exports.length === 0)) await wait(1)
      await wait(chance() * 30)
      isKilled = true
      await kill(server)
      await ended
      expect(fault, `AWAN_KILLS_SEED=${seed}`).toBeUndefined()
      server = await start()
      await checkPromises(world, person)
    }
    await kill(server)

    // What was on its way is taken up by the next server, a minute later.
    await using last = await startServer(backend, { mail: mails.mail })
    last.clock.advance(5 * 60_000)
    for (let round = 0; round < 3; round++) await last.runChores()
    const { signIns, exports } = promises
    const isMailed = (email: string, words: string) =>
      mails.arrived.some(({ to, text }) => to === email && text.includes(words))
    const isTold = (device: string) => told.some((text) => text.includes(device))
    const lost = {
      mails: signIns.filter(({ email, device }) => !isMailed(email, device)),
      webhooks: signIns.filter(({ device }) => !isTold(device)),
      exportMails: exports.filter(({ email }) => !isMailed(email, 'A copy of your data')),
    }
    expect(lost).toEqual({ mails: [], webhooks: [], exportMails: [] })

    // A test in which little happened would prove little.
    const counts = countsOf(promises)
    if (process.env.AWAN_KILLS) {
      process.stdout.write(`${JSON.stringify({ seed, kills, ...counts })}\n`)
    }
    for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(0)
  })
})

function countsOf({ rotations, ...lists }: Promises): Record<string, number> {
  const counts = Object.entries(lists).map(([what, list]) => [what, list.length] as const)
  return { rotations, ...Object.fromEntries(counts) }
}

function countYes(promises: Promises): number {
  return Object.values(countsOf(promises)).reduce((sum, count) => sum + count, 0)
}

/** Each call comes from another address, so that no limit ends the test. */
function fromAnywhere(url: string): Raw {
  const raw = openRaw(url)
  return (call, sent) =>
    raw(call, { address: `198.18.${randomInt(256)}.${randomInt(256)}`, ...sent })
}

async function addWebhook(raw: Raw, token: string, url: string): Promise<void> {
  const call = 'POST /v1/admin/webhooks'
  const headers = await sudoRaw(raw, token)
  const body = { url, event_types: ['account.signed_in'] }
  accept(call, await raw(call, { token, headers, body }))
}
