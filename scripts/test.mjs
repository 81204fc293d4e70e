import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensureBrowser } from './setup/browser.mjs'
import { runChecks } from './setup/checks.mjs'
import { ensureClientBuilt } from './setup/client-build.mjs'
import { ensureInstalled } from './setup/install.mjs'
import { cacheFolder, toolOf } from './setup/paths.mjs'
import { run, runMain, SetupError, say, seconds } from './setup/run.mjs'
import { ensureStoryPrograms } from './setup/story-programs.mjs'
import {
  afterSecondTry,
  closingLine,
  filesToTryAgain,
  tallyPlaywright,
  tallyVitest,
} from './setup/tally.mjs'
import { ensureWebBuilt } from './setup/web-build.mjs'

/** @typedef {import('./setup/tally.mjs').Tally} Tally */

const UNHANDLED_REPORTER = fileURLToPath(new URL('./setup/unhandled-reporter.mjs', import.meta.url))

/** @type {Record<string, (args: string[]) => Promise<Tally>>} */
const stages = {
  check: async () => ({ ...(await runChecks()), skipped: 0, skippedNames: [], failedNames: [] }),

  unit: async (args) => {
    const first = await runVitest(args)
    const again = first.tally.failed === 0 ? [] : filesToTryAgain(first.report)
    if (again.length === 0) return first.tally
    say(`\n== second try: ${again.length} of the files ==`)
    return afterSecondTry(first.tally, (await runVitest(again)).tally)
  },

  e2e: async (args) => {
    await ensureBrowser()
    await ensureStoryPrograms()
    await ensureWebBuilt()
    await ensureClientBuilt()
    const report = await reportFile('playwright.json')
    const { code } = await run(
      [
        ...toolOf('@playwright/test', 'playwright'),
        'test',
        '--config=e2e/playwright.config.ts',
        '--project=tour',
        '--project=stories',
        '--project=client',
        '--reporter=list,json',
        '--retries=1',
        ...args,
      ],
      { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report } },
    )
    return tallyPlaywright(await readReport(report), code)
  },
}

// `npm test` runs everything; `npm test -- check`, `-- unit [file ...]`, `-- e2e [file ...]` a part.
await runMain(async () => {
  const [wanted, ...args] = process.argv.slice(2)
  if (wanted !== undefined && !Object.hasOwn(stages, wanted)) {
    throw new SetupError(
      `There is no part "${wanted}". npm test runs all of ${Object.keys(stages).join(', ')}; npm test -- unit runs one.`,
    )
  }
  await ensureInstalled()
  const tallies = []
  for (const [name, stage] of Object.entries(stages)) {
    if (wanted !== undefined && wanted !== name) continue
    say(`\n== ${name} ==`)
    const startedAt = performance.now()
    const tally = await stage(args).catch(tellFailure)
    tallies.push(tally)
    say(`== ${name}: ${closingLine([tally])} (${seconds(startedAt)}) ==`)
  }
  tellSkipped(tallies.flatMap(({ skippedNames }) => skippedNames))
  tellRacing(tallies.flatMap(({ racingNames = [] }) => racingNames))
  tellFailed(tallies.flatMap(({ failedNames }) => failedNames))
  say(`\n${closingLine(tallies)}`)
  return tallies.some(({ failed }) => failed > 0) ? 1 : 0
})

/** @param {readonly string[]} args */
async function runVitest(args) {
  const path = await reportFile('vitest.json')
  const unhandled = await reportFile('unhandled.json')
  const { code } = await run(
    [
      ...toolOf('vitest'),
      'run',
      // Held by the stage `check` already.
      '--project=!rules',
      '--reporter=default',
      '--reporter=json',
      `--reporter=${UNHANDLED_REPORTER}`,
      `--outputFile.json=${path}`,
      ...args,
    ],
    { env: { AWAN_UNHANDLED_REPORT: unhandled } },
  )
  const report = { ...(await readReport(path)), unhandled: await readReport(unhandled) }
  return { report, tally: tallyVitest(report, code) }
}

/** @param {string} name */
async function reportFile(name) {
  const folder = join(cacheFolder, 'test-results')
  await mkdir(folder, { recursive: true })
  // What an earlier run left must not be counted when this one dies.
  await rm(join(folder, name), { force: true })
  return join(folder, name)
}

/** @param {string} path */
async function readReport(path) {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/**
 * @param {unknown} error
 * @returns {Tally}
 */
function tellFailure(error) {
  say(
    `\n${error instanceof SetupError ? error.message : error instanceof Error ? error.stack : error}`,
  )
  return { passed: 0, failed: 1, skipped: 0, skippedNames: [], failedNames: [] }
}

/**
 * Once more at the end, where nobody has to look for them.
 *
 * @param {readonly string[]} names
 */
function tellFailed(names) {
  for (const name of names) say(`!! failed: ${name}`)
}

/**
 * Each is a fault to look for, in the test or in the product.
 *
 * @param {readonly string[]} names
 */
function tellRacing(names) {
  for (const name of names) say(`!! passed at the second try only: ${name}`)
}

/** @param {readonly string[]} names */
function tellSkipped(names) {
  if (names.length === 0) return
  say(`\n!! ${names.length} tests were SKIPPED, so this run does not prove what they check:`)
  for (const name of names.slice(0, 20)) say(`!!   ${name}`)
  if (names.length > 20) say(`!!   ... and ${names.length - 20} more`)
}
