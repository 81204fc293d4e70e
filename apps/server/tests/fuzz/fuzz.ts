import fc from 'fast-check'
import type { TestServer } from '../testing/server.ts'
import { learnCodes, teachBasics } from './basics.ts'
import { type Cast, createCast, PASSWORD, PlayIsOver } from './cast.ts'
import { judge } from './judge.ts'
import { createLessons, type Lessons } from './lessons.ts'
import { type Operation, readApi } from './read-api.ts'
import { type GeneratedRequest, generateRequest, nounOf } from './requests.ts'
import { openSender, type Send, type SentRequest } from './send.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  /** A server of its own each time; one that has lost its administrator is left. */
  start(): Promise<TestServer>
}

export interface FuzzReport {
  requests: number
  servers: number
  /** What went wrong, with the request that did it. */
  problems: string[]
  byStatus: Record<number, number>
  operations: number
  /** What took longest, for a look at what could be made to hang. */
  slowest: { ms: number; name: string }
  choresMs: number
  /** Those that nobody ever got a success from. */
  neverDone: string[]
}

const BATCH = 200
const AT_ONCE = 8
const TIMEOUT_MS = 15_000
const MAX_PROBLEMS = 20

/** Throws generated requests at every call of the document, and holds each answer to the rules. */
export async function fuzz({ requests, seed, start }: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = {
    requests: 0,
    servers: 0,
    problems: [],
    byStatus: {},
    operations: 0,
    slowest: { ms: 0, name: '' },
    choresMs: 0,
    neverDone: [],
  }
  const done = new Set<string>()
  while (report.requests < requests && report.problems.length < MAX_PROBLEMS) {
    await using server = await start()
    report.servers++
    const operations = await readApi(server.url)
    report.operations = operations.length
    await playOn(server, operations, { requests, seed, report, done })
    report.neverDone = operations.map(nameOf).filter((name) => !done.has(name))
  }
  return report
}

interface Progress {
  requests: number
  seed: number
  report: FuzzReport
  done: Set<string>
}

/** Until enough was asked, or the server has nobody left to ask for. */
async function playOn(
  server: TestServer,
  operations: readonly Operation[],
  { requests, seed, report, done }: Progress,
): Promise<void> {
  using sender = openSender(server.url, TIMEOUT_MS)
  const lessons = createLessons()
  teachBasics(lessons)
  const cast = await createCast(sender.send, lessons)
  const arbitrary = generateRequest(operations)
  try {
    while (report.requests < requests && report.problems.length < MAX_PROBLEMS) {
      // Each batch is a world of its own: the seed and the number of its first request give it again.
      const numRuns = Math.min(BATCH, requests - report.requests)
      const batch = fc.sample(arbitrary, { seed: seed + report.requests, numRuns })
      const lanes = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, async (_, lane) => {
          for (let index = lane; index < batch.length; index += AT_ONCE) {
            const generated = batch[index] as GeneratedRequest
            const problem = await perform(generated, {
              cast,
              lessons,
              send: sender.send,
              report,
              done,
            })
            if (problem) report.problems.push(`seed ${seed}, about ${report.requests}: ${problem}`)
          }
        }),
      )
      for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
      // Limits are given back, and what expires does.
      server.clock.advance(HOUR_MS)
      const startMs = performance.now()
      await server.runChores()
      report.choresMs += Math.round(performance.now() - startMs)
      await cast.renew()
    }
  } catch (error) {
    if (!(error instanceof PlayIsOver)) throw error
  }
  report.problems.push(...judgeLog(server.log(), cast))
}

const HOUR_MS = 3600_000

async function perform(
  generated: GeneratedRequest,
  play: { cast: Cast; lessons: Lessons; send: Send; report: FuzzReport; done: Set<string> },
): Promise<string | undefined> {
  const { cast, lessons, send, report, done } = play
  const { operation, caller } = generated
  const actor = await cast.find(caller)
  const number = report.requests++
  const sent: SentRequest = {
    method: generated.method,
    path: lessons.fill(generated.path, encodeURIComponent),
    headers: {
      'user-agent': 'fuzz',
      // From an address of its own, so that no limit spares the rest.
      'x-forwarded-for': `198.${18 + ((number >> 16) & 1)}.${(number >> 8) & 255}.${number & 255}`,
      ...(actor && { authorization: `Bearer ${actor.accessToken}` }),
      ...(caller === 'forger' && { authorization: `Bearer ${FORGED}` }),
      ...(actor?.sudoToken && generated.withSudo && { 'x-sudo-token': actor.sudoToken }),
      ...fillHeaders(generated.headers, lessons),
    },
    body:
      typeof generated.body === 'string'
        ? lessons.fill(generated.body, (value) => JSON.stringify(value).slice(1, -1))
        : generated.body,
  }
  const strange = generated.headers.authorization !== undefined
  const secrets = actor ? [actor.accessToken, actor.sudoToken, PASSWORD].filter(Boolean) : []
  try {
    const startMs = performance.now()
    const answer = await send(sent)
    const ms = Math.round(performance.now() - startMs)
    if (ms > report.slowest.ms) report.slowest = { ms, name: nameOf(operation) }
    report.byStatus[answer.status] = (report.byStatus[answer.status] ?? 0) + 1
    if (answer.status === 401 && !strange) cast.doubt(caller)
    if (answer.status < 400 && generated.method === operation.method) done.add(nameOf(operation))
    lessons.learnFrom(answer.text, nounOf(operation.path))
    if (answer.status === 200 && SENDS_CODES.test(operation.path)) await learnCodes(send, lessons)
    // One of the requests may have been to make somebody an administrator.
    const isDone = operation.needs === 'administrator' && answer.status < 300
    const isPromoted = isDone && actor !== undefined && (await cast.isPromoted(actor))
    if (isPromoted && caller !== 'administrator') cast.doubt(caller)
    const role = isPromoted ? 'administrator' : caller
    const problem = judge({ operation, method: sent.method, caller: role, secrets }, answer)
    return (
      problem && `${problem}: ${answer.status} ${answer.text.slice(0, 200)}\n${show(sent, caller)}`
    )
  } catch (error) {
    return `${error}\n${show(sent, caller)}`
  }
}

const SENDS_CODES = /^\/v1\/auth\/(verification|two_factor\/begin)$/
const FORGED = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4Iiwic2NvcGUiOiJ1c2VyIn0.'

function fillHeaders(headers: Record<string, string>, lessons: Lessons): Record<string, string> {
  const printable = (value: string) => value.replace(/[^\x20-\x7e]/g, '')
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, lessons.fill(value, printable)]),
  )
}

const nameOf = ({ method, path }: Operation) => `${method} ${path}`

/** As much as is needed to send it again by hand. */
function show({ method, path, headers, body }: SentRequest, caller: string): string {
  const { authorization: _, 'x-sudo-token': __, ...shown } = headers
  const text = body === undefined ? '' : JSON.stringify(String(body)).slice(0, 500)
  const head = JSON.stringify(shown).slice(0, 400)
  return `  as ${caller}: ${method} ${path.slice(0, 200)} ${head} ${text}`
}

function judgeLog(log: string, cast: Cast): string[] {
  const leaked = cast.secrets().filter((secret) => log.includes(secret))
  const failed = log.split('\n').filter(tellsOfFailure)
  return [
    ...leaked.map((secret) => `the log holds the secret ${secret.slice(0, 12)}…`),
    ...failed.slice(0, 3).map((line) => `the log tells of a failure: ${line.slice(0, 1500)}`),
  ]
}

/** A provider or a carrier that is down is told to the operator, and is no fault of ours. */
function tellsOfFailure(line: string): boolean {
  if (!/"level":"(error|fatal)"/.test(line)) return false
  return !['provider_error', 'unavailable'].includes(JSON.parse(line).err?.error)
}
