import fc from 'fast-check'
import { learnCodes, teachBasics } from './basics.ts'
import { type Actor, type Cast, createCast, PASSWORD, PlayIsOver } from './cast.ts'
import { judge } from './judge.ts'
import { createLessons, type Lessons } from './lessons.ts'
import { type Operation, readApi } from './read-api.ts'
import { recipes } from './recipes/index.ts'
import type { RecipeStage } from './recipes/open-stage.ts'
import type { Ready } from './recipes/recipe.ts'
import { createScene, type Scene } from './recipes/scene.ts'
import { spoil } from './recipes/spoil.ts'
import { toSent } from './recipes/to-sent.ts'
import { type CallerKind, type GeneratedRequest, generateRequest, nounOf } from './requests.ts'
import { type Answer, openSender, type Send, type SentRequest } from './send.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  /** A server of its own each time; one that has lost its administrator is left. */
  start(): Promise<RecipeStage>
}

export interface FuzzReport {
  requests: number
  /** How many of them began as one that succeeds. */
  spoilt: number
  /** How many could not be prepared, for the world was too broken by then, and the last reasons. */
  unprepared: number
  reasons: Record<string, string>
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
/** After each batch so many requests that would succeed, changed by degrees. */
const SPOILT_PER_BATCH = 15
/** How many changes the requests of each pass through all recipes get. */
const DEGREES = [1, 2, 0, 3]
const AT_ONCE = 8
const TIMEOUT_MS = 15_000
const MAX_PROBLEMS = 20

/** Throws generated requests at every call of the document, and holds each answer to the rules. */
export async function fuzz({ requests, seed, start }: FuzzOptions): Promise<FuzzReport> {
  const report: FuzzReport = {
    requests: 0,
    spoilt: 0,
    unprepared: 0,
    reasons: {},
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
    await using stage = await start()
    report.servers++
    const operations = await readApi(stage.server.url)
    report.operations = operations.length
    await playOn(stage, operations, { requests, seed, report, done })
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
  { server, parts }: RecipeStage,
  operations: readonly Operation[],
  { requests, seed, report, done }: Progress,
): Promise<void> {
  using sender = openSender(server.url, TIMEOUT_MS)
  const lessons = createLessons()
  teachBasics(lessons)
  const cast = await createCast(sender.send, lessons)
  const arbitrary = generateRequest(operations)
  const play: Play = { cast, lessons, send: sender.send, report, done }
  const scene = createScene({
    ...parts,
    async administrator() {
      const actor = await cast.find('administrator')
      return { token: actor?.accessToken ?? '', sudoToken: actor?.sudoToken ?? '' }
    },
  })
  try {
    while (report.requests < requests && report.problems.length < MAX_PROBLEMS) {
      // Each batch is a world of its own: the seed and the number of its first request give it again.
      const numRuns = Math.min(BATCH, requests - report.requests)
      const batch = fc.sample(arbitrary, { seed: seed + report.requests, numRuns })
      const lanes = await Promise.allSettled(
        Array.from({ length: AT_ONCE }, async (_, lane) => {
          for (let index = lane; index < batch.length; index += AT_ONCE) {
            const generated = batch[index] as GeneratedRequest
            const problem = await perform(generated, play)
            if (problem) report.problems.push(`seed ${seed}, about ${report.requests}: ${problem}`)
          }
        }),
      )
      for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
      await cast.renew()
      for (let count = 0; count < SPOILT_PER_BATCH; count++) {
        const problem = await performSpoilt(operations, scene, seed, play)
        if (problem) report.problems.push(`seed ${seed}, recipe ${report.spoilt}: ${problem}`)
      }
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

interface Play {
  cast: Cast
  lessons: Lessons
  send: Send
  report: FuzzReport
  done: Set<string>
}

async function perform(generated: GeneratedRequest, play: Play): Promise<string | undefined> {
  const { cast, lessons, report } = play
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
  const { answer, problem } = await sendAndJudge(sent, { operation, caller, actor }, play)
  if (answer?.status === 401 && !strange) cast.doubt(caller)
  return problem
}

/** The next recipe in turn, changed by the degree of this pass. */
async function performSpoilt(
  operations: readonly Operation[],
  scene: Scene,
  seed: number,
  play: Play,
): Promise<string | undefined> {
  const number = play.report.spoilt++
  const operation = operations[number % operations.length] as Operation
  const degree = DEGREES[Math.floor(number / operations.length) % DEGREES.length] ?? 0
  const name = nameOf(operation)
  let ready: Ready | undefined
  try {
    ready = await recipes[name]?.(scene)
  } catch (error) {
    if (error instanceof PlayIsOver) throw error
    play.report.reasons[name] = String(error).slice(0, 200)
  }
  if (!ready) {
    play.report.unprepared++
    return undefined
  }
  play.report.requests++
  const spoilt = spoil(ready, degree, seed + number)
  const caller = callerOf(operation, spoilt.by !== undefined)
  const { problem } = await sendAndJudge(toSent(operation, spoilt), { operation, caller }, play)
  return problem
}

/** People of recipes have every right that their call needs; whoever comes without a token has none. */
function callerOf({ needs }: Operation, isSignedIn: boolean): CallerKind {
  if (!isSignedIn) return 'nobody'
  return needs === 'administrator' ? 'administrator' : 'person'
}

interface Asked {
  operation: Operation
  caller: CallerKind
  /** Undefined where it is nobody of the cast. */
  actor?: Actor | undefined
}

async function sendAndJudge(
  sent: SentRequest,
  { operation, caller, actor }: Asked,
  { cast, lessons, send, report, done }: Play,
): Promise<{ answer?: Answer; problem: string | undefined }> {
  try {
    const startMs = performance.now()
    const answer = await send(sent)
    const ms = Math.round(performance.now() - startMs)
    if (ms > report.slowest.ms) report.slowest = { ms, name: nameOf(operation) }
    report.byStatus[answer.status] = (report.byStatus[answer.status] ?? 0) + 1
    if (answer.status < 400 && sent.method === operation.method) done.add(nameOf(operation))
    lessons.learnFrom(answer.text, nounOf(operation.path))
    if (answer.status === 200 && SENDS_CODES.test(operation.path)) await learnCodes(send, lessons)
    // One of the requests may have been to make somebody an administrator.
    const isDone = operation.needs === 'administrator' && answer.status < 300
    const isPromoted = isDone && actor !== undefined && (await cast.isPromoted(actor))
    if (isPromoted && caller !== 'administrator') cast.doubt(caller)
    const role = isPromoted ? 'administrator' : caller
    const own = actor ? [actor.accessToken, actor.sudoToken, PASSWORD].filter(Boolean) : []
    const foreign = cast.secretsOfOthers(actor ? caller : undefined)
    const problem = judge({ operation, sent, caller: role, own, foreign }, answer)
    if (!problem) return { answer, problem }
    const told = `${answer.status} ${answer.text.slice(0, 200)}`
    return { answer, problem: `${problem}: ${told}\n${show(sent, caller)}` }
  } catch (error) {
    return { problem: `${error}\n${show(sent, caller)}` }
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

const nameOf = ({ method, path }: Operation) => `${method} ${path as `/${string}`}` as const

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
